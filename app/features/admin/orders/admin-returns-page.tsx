import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { ConfirmForm } from "#app/features/admin-lists/confirm-button.tsx";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { AttributeText } from "#app/features/catalog/attribute-text.tsx";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import { PaymentChip } from "#app/features/orders/history/status-chip.tsx";
import { decideForm, receiveForm, refundForm } from "#app/features/orders/orders.forms.server.ts";
import { maxLengths } from "#app/features/orders/orders.rules.ts";
import { markReturnRefunded, receiveReturn, reviewReturn } from "#app/features/orders/returns/returns.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { photoUrl } from "#app/platform/files/photos.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { readListQuery } from "#app/platform/http/list-query.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { CollarDrawing } from "#app/platform/ui/drawings/collar-drawing.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Code } from "#app/platform/ui/ltr.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import type { Route } from "./+types/admin-returns-page";
import { listOpenReturns } from "./admin-orders.server.ts";

export const handle = { i18n: ["adminOrders", "cart", "orders", "returns", "store"], title: "adminOrders.returns" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { search } = readListQuery(request, {});
  return { search, returns: await listOpenReturns(ctx, actor, search) };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const done = () => redirectWithToast(href("/admin/orders/returns"), "adminOrders.returnChanged");
  return handleIntents(
    args,
    {
      decide: defineIntent(decideForm, async (form) => {
        await reviewReturn(ctx, actor, form);
        return done();
      }),
      receive: defineIntent(receiveForm, async (form) => {
        await receiveReturn(ctx, actor, form);
        return done();
      }),
      refund: defineIntent(refundForm, async ({ returnId }) => {
        const { number, refundCents } = await markReturnRefunded(ctx, actor, returnId);
        const amount = `\u2066${formatMoney(refundCents)}\u2069`;
        return redirectWithToast(href("/admin/orders/returns"), {
          type: "success",
          code: "adminOrders.paidBack",
          params: { amount, number: `\u2066${number}\u2069` },
          link: {
            code: "adminOrders.seeOrder",
            to: href("/admin/orders/:orderNumber", { orderNumber: number }),
          },
        });
      }),
    },
    { failed: "orders.changeFailed" },
  );
}

/** Page that lists return requests with the next step for each. */
export default function AdminReturnsPage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { returns, search } = loaderData;
  return (
    <AdminList
      path={[{ label: t("adminOrders.title"), to: href("/admin/orders") }]}
      title={t("adminOrders.returns")}
      lead={t("adminOrders.returnsLead")}
      list={{ search }}
      search={{ label: t("adminOrders.searchReturns") }}
      caption={t("adminOrders.returns")}
      rows={returns}
      rowKey={({ returnRequest }) => returnRequest.id}
      empty={
        <EmptyState
          inCard
          drawing={<CollarDrawing />}
          title={t(search ? "adminOrders.returnsNotFound" : "adminOrders.returnsEmpty")}
          text={search ? undefined : t("adminOrders.returnsEmptyText")}
        />
      }
      columns={{ card: (one) => <ReturnRow one={one} /> }}
    />
  );
}

type Open = Awaited<ReturnType<typeof listOpenReturns>>[number];

function ReturnRow({ one }: { one: Open }) {
  const { t, format, language } = useViewer();
  const { returnRequest, number, payment } = one;
  return (
    <Card as="li" data-row className="grid gap-4 md:grid-cols-[auto_1fr_auto]">
      {returnRequest.photoId ? (
        <a
          href={photoUrl(returnRequest.photoId, 1600)}
          target="_blank"
          rel="noreferrer"
          className="size-24 overflow-hidden rounded-2"
        >
          <img
            src={photoUrl(returnRequest.photoId, 160)}
            alt={t("returns.photoOf")}
            width={96}
            height={96}
            className="size-full object-cover"
          />
        </a>
      ) : (
        <span className="max-md:hidden" />
      )}
      <div className="grid min-w-0 content-start gap-1.5">
        <p className="font-semibold wrap-anywhere">
          {returnRequest.quantity} × <bdi>{nameIn(language, one)}</bdi>
        </p>
        <AttributeText attributes={one.attributes} />
        <p className="text-sm text-ink-2">
          {t(`returns.reasons.${returnRequest.reason}`)}
          {returnRequest.note && (
            <>
              {": "}
              <bdi className="wrap-anywhere">{returnRequest.note}</bdi>
            </>
          )}
        </p>
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <Chip tone="info">{t(`returns.adminStatuses.${returnRequest.status}`)}</Chip>
          <PaymentChip payment={payment} />
          <Link to={href("/admin/orders/:orderNumber", { orderNumber: number })} className="link">
            {t("adminOrders.order")} <Code>{number}</Code>
          </Link>
          <bdi className="text-ink-2">{one.fullName ?? t("adminOrders.anonymous")}</bdi>
          <bdi className="text-ink-3">{format.date(returnRequest.requestedAt, "shortDate")}</bdi>
          {returnRequest.status !== "requested" && (
            <span className="text-ink-2">
              {t("adminOrders.lastChange", {
                date: format.date(returnRequest.updatedAt, "shortDate"),
              })}
            </span>
          )}
        </p>
      </div>
      <div className="grid content-start gap-4 md:w-64">
        <Steps one={one} />
      </div>
    </Card>
  );
}

function Steps({ one }: { one: Open }) {
  const t = useT();
  const { returnRequest, priceCents } = one;
  const { id, status, quantity } = returnRequest;
  const amount = `\u2066${formatMoney(priceCents * quantity)}\u2069`;
  if (status === "requested")
    return (
      <DecideForm id={id} from="requested">
        <SubmitButton name="to" value="approved" size="sm">
          {t("adminOrders.approve")}
        </SubmitButton>
        <SubmitButton name="to" value="declined" size="sm" variant="ghost">
          {t("adminOrders.decline")}
        </SubmitButton>
      </DecideForm>
    );
  if (status === "approved")
    return (
      <>
        <AppForm intent="receive" values={{ returnId: id }} className="grid gap-2">
          <SubmitButton name="condition" value="ok" size="sm">
            {t("adminOrders.receivedOk")}
          </SubmitButton>
          <SubmitButton name="condition" value="damaged" size="sm" variant="ghost">
            {t("adminOrders.receivedDamaged")}
          </SubmitButton>
        </AppForm>
        <Disclosure summary={t("adminOrders.notArrived")}>
          <DecideForm id={id} from="approved">
            <SubmitButton name="to" value="declined" size="sm" variant="ghost">
              {t("adminOrders.decline")}
            </SubmitButton>
          </DecideForm>
        </Disclosure>
      </>
    );
  return (
    <ConfirmForm
      fields={{ returnId: id }}
      intent="refund"
      size="sm"
      tone="main"
      label={t("adminOrders.payBack", { amount })}
      title={t("adminOrders.payBackTitle", { amount, name: one.fullName ?? t("adminOrders.anonymous") })}
      text={t("adminOrders.payBackText")}
      cancelLabel={t("adminOrders.payBackNotYet")}
    />
  );
}

/** Form to approve or decline a return in the status `from`, with a message to the buyer. */
function DecideForm({ id, from, children }: { id: string; from: "requested" | "approved"; children: ReactNode }) {
  const t = useT();
  return (
    <AppForm intent="decide" values={{ returnId: id, from }} className="grid gap-2">
      <Field label={t("adminOrders.answer")}>
        <TextInput name="answer" maxLength={maxLengths.note} dir="auto" />
      </Field>
      <div className="flex flex-wrap gap-2">{children}</div>
    </AppForm>
  );
}
