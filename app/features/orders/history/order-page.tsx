import FileText from "lucide-react/icons/file-text";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { href, Link } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, emptyForm, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { Button, buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field, FieldErrors } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextArea } from "#app/platform/ui/forms/text-input.tsx";
import { DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Code, WithCodes } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { AddressBlock } from "../address-block.tsx";
import { ConfirmCard } from "../confirmation/confirm-card.tsx";
import { confirmOwnOrder } from "../confirmation/confirm-order.server.ts";
import { addressForm, updateOwnAddress } from "../correct-address/correct-address.server.ts";
import { CorrectAddressCard } from "../correct-address/correct-address-card.tsx";
import { cancelOwnOrder } from "../fulfilment/order-status.server.ts";
import { OrderLines, OrderTimeline, type ShownLine } from "../order-lines.tsx";
import { cancelForm, confirmForm, returnForm, reviewForm } from "../orders.forms.server.ts";
import { canCancelOwn, canConfirm, canCorrectOwnAddress, canRate } from "../orders.rules.ts";
import { addOrderToCart, createLineReview, getOrderView, getOwnOrder } from "../orders.server.ts";
import { ReturnCard } from "../returns/return-card.tsx";
import { requestReturn } from "../returns/returns.server.ts";
import { canReturn, openReturnStatuses, returnDeadline } from "../returns.rules.ts";
import type { Route } from "./+types/order-page";
import { PaymentChip, StatusChip } from "./status-chip.tsx";

export const handle = { i18n: ["cart", "checkout", "orders", "returns", "store"], title: "orders.title" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const order = await getOwnOrder(ctx, actor, params.orderNumber);
  const { language } = context.get(requestInfoContext);
  return {
    ...(await getOrderView(ctx, order, language)),
    canReturn: canReturn(order, ctx.clock.now()),
    returnUntil: order.deliveredAt && returnDeadline(order.deliveredAt),
    seller: readSiteSettings(ctx).seller,
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { id, number } = await getOwnOrder(ctx, actor, args.params.orderNumber);
  const here = href("/dashboard/orders/:orderNumber", { orderNumber: number });
  return handleIntents(
    args,
    {
      confirm: defineIntent(confirmForm, async (form) => {
        await confirmOwnOrder(ctx, actor, id, form);
        return redirectWithToast(here, "orders.confirm.done");
      }),
      address: defineIntent(addressForm, async (form) => {
        await updateOwnAddress(ctx, actor, { ...form, orderId: id });
        return redirectWithToast(here, "orders.correctAddress.saved");
      }),
      cancel: defineIntent(cancelForm, async ({ note }) => {
        await cancelOwnOrder(ctx, actor, number, note);
        return redirectWithToast(here, "orders.cancelled");
      }),
      return: defineIntent(
        returnForm,
        async (form) => {
          await requestReturn(ctx, actor, number, form);
          return redirectWithToast(here, "returns.requested");
        },
        "returns.failed",
      ),
      rate: defineIntent(reviewForm, async (form) => {
        await createLineReview(ctx, actor, number, form);
        return redirectWithToast(here, "orders.reviewed");
      }),
      again: defineIntent(emptyForm, async () => {
        const { added, left } = await addOrderToCart(ctx, actor, number);
        if (added === 0) return redirectWithToast(here, { type: "warning", code: "orders.boughtAgainNone" });
        const code = left > 0 ? "orders.boughtAgainSome" : "orders.boughtAgain";
        return redirectWithToast(href("/cart"), { type: left > 0 ? "warning" : "success", code });
      }),
    },
    { failed: "orders.changeFailed", files: true },
  );
}

const five = [5, 4, 3, 2, 1];

function RateLine({ line, answer }: { line: ShownLine; answer: FormAnswer | undefined }) {
  const { t, language } = useViewer();
  const name = nameIn(language, line);
  if (line.isRated) return <p className="text-sm text-ink-2">{t("orders.rated", { stars: line.stars })}</p>;
  const errors = answer?.form.initialValue?.lineId === line.id ? (answer.form.error ?? {}) : {};
  return (
    <Disclosure summary={t("orders.rate")} open={Object.keys(errors).length > 0}>
      <AppForm intent="rate" values={{ lineId: line.id }} className="grid gap-4">
        <fieldset>
          <legend className="mb-2 text-sm font-[550] text-ink">{t("orders.rateTitle", { name })}</legend>
          {/* Five to one in the source, so that a CSS sibling rule can highlight the chosen star and the ones before it. */}
          <div className="inline-flex max-w-full flex-row-reverse justify-end">
            {five.map((stars) => (
              <label
                key={stars}
                className="peer grid size-11 min-w-0 cursor-pointer place-items-center text-3xl leading-none text-line has-checked:text-sun peer-has-checked:text-sun hover:text-sun peer-hover:text-sun has-focus-visible:outline-3 has-focus-visible:outline-brand"
              >
                <input type="radio" name="stars" value={stars} className="sr-only" />
                <span aria-hidden="true">★</span>
                <span className="sr-only">{t("orders.starsCount", { count: stars })}</span>
              </label>
            ))}
          </div>
          <FieldErrors id={`${line.id}-stars`} errors={errors.stars ?? undefined} />
        </fieldset>
        <Field label={t("orders.reviewText")} mark={t("form.optional")} errors={errors.text ?? undefined}>
          <TextArea name="text" maxLength={2000} dir="auto" />
        </Field>
        <SubmitButton size="sm" className="justify-self-start">
          {t("orders.reviewSend")}
        </SubmitButton>
      </AppForm>
    </Disclosure>
  );
}

interface SendToProps {
  number: string;
  seller: { name: string; address: readonly string[] };
}

/** Where to send an item whose return is approved, or where to ask for it. */
function SendTo({ number, seller }: SendToProps) {
  const t = useT();
  return (
    <Notice title={seller.address.length > 0 ? t("returns.sendTo") : undefined}>
      {seller.address.length > 0 ? (
        <p dir="auto" className="whitespace-pre-line">
          {[seller.name, ...seller.address].join("\n")}
        </p>
      ) : (
        <p>
          {t("returns.askAddress")}{" "}
          <Link to={href("/contact")} className="link">
            {t("returns.contact")}
          </Link>
        </p>
      )}
      <p>
        <WithCodes>{t("returns.sendNumber", { number: `\u2066${number}\u2069` })}</WithCodes>
      </p>
    </Notice>
  );
}

/** Order page: status, contents, and the actions available to the buyer. */
export default function OrderPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, format, language } = useViewer();
  const { canReturn, returnUntil, seller, ...details } = loaderData;
  const { order, lines, events, returns } = details;
  const openReturns = returns.filter(({ status }) => openReturnStatuses.includes(status)).map(({ lineId }) => lineId);
  const returnableLines = lines.filter(
    ({ id, quantity, returned }) => quantity > returned && !openReturns.includes(id),
  );
  const day = (date: string) => format.day(date, "weekday");
  const isOnTheWay = ["pending", "processing", "shipped"].includes(order.status);
  return (
    <>
      <PageHeader
        path={[{ label: t("orders.title"), to: href("/dashboard/orders") }]}
        current={<Code>{order.number}</Code>}
        title={<WithCodes>{t("orders.orderOf", { number: `\u2066${order.number}\u2069` })}</WithCodes>}
        lead={
          isOnTheWay
            ? t("orders.arrives", { from: day(order.arrivesFrom), to: day(order.arrivesTo) })
            : t("orders.placedOn", { date: format.date(order.placedAt) })
        }
        actions={<StatusChip status={order.status} />}
      />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-5">
          {canConfirm(order) && (
            <ConfirmCard
              landmark={order.landmark}
              action={href("/dashboard/orders/:orderNumber", { orderNumber: order.number })}
            />
          )}
          {returns.some(({ status }) => status === "approved") && <SendTo number={order.number} seller={seller} />}
          <Card as="section">
            <CardHeader title={t("orders.items")} />
            <OrderLines
              details={details}
              after={(line) =>
                canRate(order) && <RateLine line={line} answer={answer?.intent === "rate" ? answer : undefined} />
              }
            />
          </Card>
          {canReturn && returnUntil && returnableLines.length > 0 && (
            <ReturnCard
              lines={returnableLines}
              until={returnUntil}
              answer={answer?.intent === "return" ? answer : undefined}
            />
          )}
        </div>
        <div className="grid grid-cols-1 gap-5">
          <Card as="section">
            <CardHeader title={t("orders.timeline")} />
            <OrderTimeline events={events} status={order.status} />
          </Card>
          <Card as="section">
            <DescriptionList
              items={[
                {
                  term: t("orders.tracking"),
                  detail: order.trackingNumber ? <Code>{order.trackingNumber}</Code> : t("orders.trackingNone"),
                },
                {
                  term: t("orders.payment"),
                  detail: (
                    <span className="flex flex-wrap items-center gap-2">
                      {order.totalCents > 0 && t("checkout.cashTitle")}
                      <PaymentChip payment={order.payment} totalCents={order.totalCents} />
                    </span>
                  ),
                },
              ]}
            />
            <h2 className="mt-5 mb-2 text-sm text-ink-2">{t("orders.shippingTo")}</h2>
            <AddressBlock to={order} />
            {canCorrectOwnAddress(order) && (
              <div className="mt-4 print:hidden">
                <CorrectAddressCard order={order} answer={answer?.intent === "address" ? answer : undefined} />
              </div>
            )}
          </Card>
          <Card as="section" className="grid gap-3 print:hidden">
            <AppForm intent="again">
              <SubmitButton full icon={<RotateCcw aria-hidden />}>
                {t("orders.buyAgain")}
              </SubmitButton>
            </AppForm>
            <a
              href={`${href("/dashboard/orders/:orderNumber/invoice", { orderNumber: order.number })}?lang=${language}`}
              className={buttonClass({ variant: "ghost", full: true })}
            >
              <FileText aria-hidden className="size-5" />
              {t("orders.invoice")}
            </a>
            <a
              href={`${href("/dashboard/orders/:orderNumber/invoice", { orderNumber: order.number })}?lang=${language === "ar" ? "en" : "ar"}`}
              hrefLang={language === "ar" ? "en" : "ar"}
              className="link justify-self-center text-sm"
            >
              {t("orders.invoiceOther")}
            </a>
            {canCancelOwn(order) && (
              <AppForm intent="cancel">
                <ConfirmDialog
                  trigger={
                    <Button type="submit" variant="quiet" full>
                      {t("orders.cancel")}
                    </Button>
                  }
                  title={t("orders.cancelTitle")}
                  description={t("orders.cancelText")}
                  cancelLabel={t("orders.keep")}
                />
              </AppForm>
            )}
          </Card>
        </div>
      </div>
    </>
  );
}
