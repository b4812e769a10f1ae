import { type FieldMetadata, getInputProps } from "@conform-to/react";
import Banknote from "lucide-react/icons/banknote";
import Check from "lucide-react/icons/check";
import { useEffect, useRef, useState } from "react";
import { href, redirect, useLoaderData } from "react-router";
import { buyerOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { mergePostedLines, readCart } from "#app/features/cart/cart.server.ts";
import { CartRow } from "#app/features/cart/cart-row.tsx";
import { CartTotal } from "#app/features/cart/cart-total.tsx";
import { type CartView, isForPet } from "#app/features/cart/cart-view.rules.ts";
import { useVisitorCart } from "#app/features/cart/use-cart.ts";
import { shippingCostOf } from "#app/features/catalog/delivery.rules.ts";
import { getDeliveryEstimate } from "#app/features/catalog/delivery.server.ts";
import { Money } from "#app/features/catalog/money.tsx";
import { type ShippingMethod, shippingDays, shippingMethods } from "#app/features/catalog/shipping.rules.ts";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { listAwaitedReplacements } from "#app/features/tags/replacements.server.ts";
import { listCountries } from "#app/features/users/countries.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { signInNameOf } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { type FormAnswer, handleForm } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { isBackgroundRequest } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { useDraft } from "#app/platform/ui/forms/use-draft.ts";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/checkout-page";
import { AddressSection } from "./address-section.tsx";
import { type CheckoutFields, checkoutForm } from "./checkout.forms.server.ts";
import { CheckoutFrame } from "./checkout-frame.tsx";
import { PetsSection } from "./pets-section.tsx";
import { placeOrder } from "./place-order.server.ts";
import { findAddress, updateAddress } from "./shipping-address.server.ts";
import { SummaryCard } from "./summary-card.tsx";

export const handle = {
  i18n: ["cart", "checkout", "replacement", "store"],
  title: "checkout.title",
} satisfies PageHandle;

export const middleware = [buyerOnly];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { language } = context.get(requestInfoContext);
  const cleared = isBackgroundRequest(request) ? null : await mergePostedLines(ctx, actor, request);
  if (cleared) throw redirect(href("/checkout"), { headers: { "set-cookie": cleared } });
  const view = await readCart(ctx, actor);
  const tagLine = view.rows.find(({ product }) => isForPet(product));
  const [pets, awaited] = tagLine
    ? await Promise.all([listPets(ctx, actor), listAwaitedReplacements(ctx, actor)])
    : [[], []];
  const replaces: CheckoutFields["replaces"] = tagLine && awaited[0] ? { [tagLine.id]: awaited[0].id } : {};
  return {
    view,
    awaited,
    pets: pets.map(({ id, name }) => ({ id, name })),
    values: { key: createId(), shipping: "standard" as const, replaces, ...(await findAddress(ctx, actor)) },
    countries: listCountries(language),
    arrivals: {
      standard: getDeliveryEstimate(ctx, actor, "standard"),
      express: getDeliveryEstimate(ctx, actor, "express"),
    },
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { language } = args.context.get(requestInfoContext);
  return handleForm(
    args,
    checkoutForm,
    async ({ keepAddress: isKept, ...form }) => {
      const number = await placeOrder(ctx, actor, form, language);
      if (isKept) await updateAddress(ctx, actor, form);
      return redirect(href("/checkout/done/:orderNumber", { orderNumber: number }), { status: 303 });
    },
    { failed: "checkout.failed" },
  );
}

/** Checkout page: address, shipping and total. Submitting it repeatedly creates one order. */
export default function CheckoutPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { view: loaded, arrivals } = loaderData;
  const visitor = useVisitorCart();
  // A visitor's cart is added to the account's once the page is open. It is shown until the account's has been loaded,
  // also when it has been emptied before: without it the form would be unmounted.
  const [arriving, setArriving] = useState<{ loaded: CartView; view: CartView } | null>(null);
  if (visitor.lines.length > 0 && visitor.view && arriving?.view !== visitor.view)
    setArriving({ loaded, view: visitor.view });
  const isArriving = loaded.rows.length === 0 && (visitor.lines.length > 0 || arriving?.loaded === loaded);
  const view = (isArriving && arriving?.view) || loaded;
  const [chosen, setChosen] = useState<ShippingMethod | null>(null);
  const method = chosen ?? "standard";
  if (view.rows.length === 0)
    return (
      <div className="wrap py-5 md:py-10">
        <PageHeader title={t("checkout.title")} lead={t("checkout.lead")} />
        <EmptyState
          inCard
          drawing={<TagDrawing />}
          title={isArriving ? t("checkout.bringing") : t("cart.emptyTitle")}
          text={t("cart.emptyText")}
          actions={
            <>
              <ButtonLink to={href("/store")}>{t("cart.toStore")}</ButtonLink>
              <ButtonLink to={href("/dashboard/orders")} variant="ghost">
                {t("checkout.toOrders")}
              </ButtonLink>
            </>
          }
        />
      </div>
    );
  return (
    <CheckoutFrame isSignedIn view={view} method={method} arrival={arrivals[method]}>
      <div className="grid gap-6">
        {!view.isReady && (
          <Card as="section" aria-label={t("cart.title")}>
            <ul className="divide-y divide-line">
              {view.rows.map((row) => (
                <CartRow key={row.id} row={row} />
              ))}
            </ul>
            <CartTotal view={view} />
          </Card>
        )}
        {/* Stays mounted while the cart is being corrected, so that the entered address is kept. */}
        <CheckoutForm answer={answer} view={view} isArriving={isArriving} chosen={chosen} onChoose={setChosen} />
      </div>
    </CheckoutFrame>
  );
}

/** Shipping methods with price and delivery dates, and the payment method. */
function ShippingSection({
  field,
  arrivals,
  subtotalCents,
}: {
  field: FieldMetadata<ShippingMethod>;
  arrivals: Record<ShippingMethod, { from: string; to: string }>;
  subtotalCents: number;
}) {
  const { t, format } = useViewer();
  const day = (date: string) => format.day(date, "weekday");
  return (
    <Card as="section" id="shipping" className="grid scroll-mt-6 gap-6">
      <RadioCards
        {...getInputProps(field, { type: "radio", value: false })}
        key={field.key}
        id={field.id}
        legend={<span className="heading text-lg">{t("checkout.shipping")}</span>}
        defaultValue={field.initialValue ?? "standard"}
        errors={field.errors}
        options={shippingMethods.map((method) => {
          const cents = shippingCostOf(method, subtotalCents);
          const [from, to] = shippingDays[method];
          return {
            value: method,
            title: t(`checkout.methods.${method}`),
            text: (
              <>
                {t("checkout.days", { from, to })}
                <br />
                {t("checkout.arrives", { from: day(arrivals[method].from), to: day(arrivals[method].to) })}
              </>
            ),
            aside: <strong>{cents === 0 ? t("checkout.free") : <Money cents={cents} />}</strong>,
          };
        })}
      />
      <div>
        <h2 className="text-lg">{t("checkout.payment")}</h2>
        <p className="mt-2 flex items-start gap-3 text-sm">
          <Banknote aria-hidden className="mt-0.5 size-6 shrink-0 text-brand" />
          <span>
            <strong className="block">{t("checkout.cashTitle")}</strong>
            <span className="text-ink-2">{t("checkout.cashText")}</span>
          </span>
        </p>
      </div>
    </Card>
  );
}

interface CheckoutFormProps {
  answer: FormAnswer | undefined;
  view: CartView;
  isArriving: boolean;
  /** The shipping method that the form shows, once scripts run. */
  chosen: ShippingMethod | null;
  onChoose: (method: ShippingMethod) => void;
}

function CheckoutForm({ answer, view, isArriving, chosen, onChoose }: CheckoutFormProps) {
  const { values, countries, arrivals, pets, awaited } = useLoaderData<typeof loader>();
  const { t, user } = useViewer();
  const [form, fields] = useAppForm<CheckoutFields>({ id: "checkout", answer, defaultValue: values });
  useDraft(form.ref, { name: "checkout", isAnswered: answer !== undefined });
  const columns = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const sent = columns.current?.closest("form");
    const read = () => {
      const method = shippingMethods.find((one) => one === new FormData(sent ?? undefined).get("shipping"));
      if (method) onChoose(method);
    };
    read();
    sent?.addEventListener("change", read);
    return () => sent?.removeEventListener("change", read);
  }, [onChoose]);
  const method = chosen ?? "standard";
  return (
    <AppForm
      form={form}
      values={{ key: fields.key.initialValue ?? "" }}
      className="group/checkout grid items-start gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]"
    >
      <div ref={columns} className="grid min-w-0 gap-5">
        <FormErrors errors={(form.metadata.errors ?? []).map((message) => ({ message }))} />
        {user && (
          <p className="flex flex-wrap items-center gap-x-2 rounded-2 bg-brand-soft px-5 py-3 text-sm text-brand-deep md:px-6">
            <Check aria-hidden className="size-5 shrink-0" />
            {t("checkout.number.as")} <Ltr className="font-semibold wrap-anywhere">{signInNameOf(user)}</Ltr>
          </p>
        )}
        <AddressSection fields={fields} countries={countries} />
        <PetsSection fields={fields} rows={view.rows} pets={pets} awaited={awaited} />
        <ShippingSection field={fields.shipping} arrivals={arrivals} subtotalCents={view.subtotalCents} />
      </div>
      <SummaryCard
        view={view}
        method={method}
        arrival={arrivals[method]}
        isTotalShown={chosen !== null}
        isArriving={isArriving}
      />
    </AppForm>
  );
}
