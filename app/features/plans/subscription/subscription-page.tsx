import Check from "lucide-react/icons/check";
import FileText from "lucide-react/icons/file-text";
import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { useNotificationsSeen } from "#app/features/notifications/inbox/use-notifications-seen.ts";
import { countUnread } from "#app/features/notifications/notifications.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { PlanPoints } from "../plan-points.tsx";
import { upgradeForm, withdrawForm } from "../plans.forms.server.ts";
import { offerKey, offersOf, type Plan } from "../plans.rules.ts";
import { getPeriods, getPlan, getPlanSettings } from "../plans.server.ts";
import { RequestChip } from "../upgrade-requests/request-chip.tsx";
import {
  cancelRequest,
  findPendingRequest,
  listOwnRequests,
  type OwnRequest,
  requestUpgrade,
  toOwnRequest,
} from "../upgrade-requests/upgrade-requests.server.ts";
import { hasReceipt } from "../upgrade-requests.rules.ts";
import type { Route } from "./+types/subscription-page";
import { UpgradeForm } from "./upgrade-form.tsx";

const here = href("/dashboard/subscription");

export const handle = { i18n: ["plans", "subscription"], title: "subscription.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = new URL(request.url).searchParams;
  const [plan, periods, settings, pending, history, unread] = await Promise.all([
    getPlan(ctx, actor),
    getPeriods(ctx, actor),
    getPlanSettings(ctx),
    findPendingRequest(ctx, actor),
    listOwnRequests(ctx, actor, Number(query.get("page"))),
    countUnread(ctx, actor, here),
  ]);
  const offers = offersOf(settings.prices);
  const wanted = offers.find((offer) => offerKey(offer) === query.get("offer"));
  return {
    plan,
    periods: periods.ahead,
    ended: periods.ended,
    offers,
    payTo: settings.payTo,
    chosen: wanted ? offerKey(wanted) : undefined,
    pending: pending && toOwnRequest(pending),
    ...history,
    unread,
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleIntents(
    args,
    {
      ask: defineIntent(upgradeForm, async (form) => {
        await requestUpgrade(ctx, actor, form);
        return redirectWithToast(here, {
          type: "success",
          code: "subscription.sent",
          description: "subscription.sentText",
        });
      }),
      withdraw: defineIntent(withdrawForm, async ({ requestId }) => {
        await cancelRequest(ctx, actor, requestId);
        return redirectWithToast(here, "subscription.withdrawn");
      }),
    },
    { failed: "subscription.failed", files: true },
  );
}

interface Ahead {
  plan: Plan;
  startsAt: Date;
  endsAt: Date;
}
const soon = 14;

/** The current plan, its end, and what follows it; or which plan has ended. */
function CurrentPlan({
  plan,
  periods,
  ended,
  showsPoints,
}: {
  plan: Plan;
  periods: Ahead[];
  ended: { plan: Plan; endsAt: Date } | null;
  /** Whether the plan's features are listed; the form below lists those of the plans on offer. */
  showsPoints: boolean;
}) {
  const { t, format, now } = useViewer();
  const end = findPlanEnd(plan, periods);
  const later = periods.filter((period) => period.plan !== plan);
  const date = (moment: Date) => format.date(moment);
  const left = end ? Math.ceil((end.getTime() - new Date(now).getTime()) / dayMs) : null;
  return (
    <Card as="section" tone="brand" className={cx("grid gap-5", showsPoints && "md:grid-cols-2")}>
      <div className="grid content-start gap-1.5">
        <h2 className="text-sm font-normal text-ink-2">{t("subscription.now")}</h2>
        <p className="heading flex flex-wrap items-center gap-3 text-2xl">
          {t(`plans.names.${plan}`)}
          {left !== null && left <= soon && (
            <Chip tone="sun" dot>
              {t("subscription.endsSoon", { count: left })}
            </Chip>
          )}
        </p>
        <p className="font-medium">{end ? t("subscription.until", { date: date(end) }) : t("subscription.noEnd")}</p>
        {ended && (
          <p className="text-sm text-ink-2">
            {t("subscription.ended", { plan: t(`plans.names.${ended.plan}`), date: date(ended.endsAt) })}
          </p>
        )}
        {later.map((period) => (
          <p key={String(period.startsAt)} className="text-sm text-ink-2">
            {t("subscription.afterwards", { plan: t(`plans.names.${period.plan}`), date: date(period.endsAt) })}
          </p>
        ))}
        {end && later.length === 0 && <p className="text-sm text-ink-2">{t("subscription.afterwardsBasic")}</p>}
      </div>
      {showsPoints && (
        <PlanPoints plan={plan} icon={<Check aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />} />
      )}
    </Card>
  );
}

/** Returns the end of the last of the contiguous periods of the current plan. */
function findPlanEnd(plan: Plan, periods: Ahead[]): Date | null {
  const other = periods.findIndex((period) => period.plan !== plan);
  return periods.slice(0, other < 0 ? undefined : other).at(-1)?.endsAt ?? null;
}

function PendingCard({ request }: { request: OwnRequest }) {
  const { t, format } = useViewer();
  const { id, plan, months, priceCents, paymentMethod, reference, notes, hasProof } = request;
  return (
    <Card as="section">
      <CardHeader
        title={t("subscription.pendingTitle")}
        text={t("subscription.pendingText")}
        action={<RequestChip status="pending" />}
      />
      <DescriptionList
        items={[
          {
            term: t("subscription.wanted"),
            detail: t("subscription.offerName", { plan: t(`plans.names.${plan}`), count: months }),
          },
          { term: t("subscription.price"), detail: <Ltr>{formatMoney(priceCents)}</Ltr> },
          { term: t("subscription.method"), detail: t(`subscription.methods.${paymentMethod}`) },
          { term: t("subscription.reference"), detail: reference && <bdi className="wrap-anywhere">{reference}</bdi> },
          {
            term: t("subscription.notes"),
            detail: notes && (
              <span dir="auto" className="block whitespace-pre-line wrap-anywhere">
                {notes}
              </span>
            ),
          },
          {
            term: t("subscription.proof"),
            detail: hasProof && (
              <a
                href={href("/dashboard/subscription/:requestId/proof", { requestId: id })}
                target="_blank"
                rel="noreferrer"
                className="link"
              >
                {t("subscription.seeProof")}
              </a>
            ),
          },
          { term: t("subscription.askedOn"), detail: format.date(request.askedAt, "dateTime") },
        ]}
      />
      <AppForm intent="withdraw" values={{ requestId: id }} className="mt-5">
        <ConfirmDialog
          trigger={<SubmitButton variant="ghost">{t("subscription.withdraw")}</SubmitButton>}
          title={t("subscription.withdrawTitle")}
          description={t("subscription.withdrawText")}
          cancelLabel={t("subscription.keep")}
        />
      </AppForm>
    </Card>
  );
}

function RequestHistory({ requests, page, pageCount }: { requests: OwnRequest[]; page: number; pageCount: number }) {
  const t = useT();
  return (
    <Card as="section">
      <CardHeader title={t("subscription.historyTitle")} />
      {requests.length === 0 ? (
        <p className="text-sm text-ink-2">{t("subscription.historyEmpty")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {requests.map((request) => (
            <Entry key={request.id} request={request} />
          ))}
        </ul>
      )}
      <Pager label={t("subscription.pages")} page={page} pageCount={pageCount} toPage={(to) => `?page=${to}`} />
    </Card>
  );
}

function Entry({ request }: { request: OwnRequest }) {
  const { t, format } = useViewer();
  const { id, plan, months, priceCents, status, reason, reviewNote, startsAt, endsAt, askedAt } = request;
  const date = (moment: Date) => format.date(moment, "shortDate");
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-1 text-sm">
        <p className="flex flex-wrap items-center gap-2.5 text-base font-semibold">
          {t("subscription.offerName", { plan: t(`plans.names.${plan}`), count: months })}
          <RequestChip status={status} />
        </p>
        <p className="text-ink-2">
          <bdi>{date(askedAt)}</bdi>
          {"\u00a0· "}
          <Ltr className="tabular-nums">{formatMoney(priceCents)}</Ltr>
        </p>
        {startsAt && endsAt && (
          <p className="text-ink-2">{t("subscription.granted", { from: date(startsAt), to: date(endsAt) })}</p>
        )}
        {reason && reason !== "other" && <p>{t(`subscription.reasons.${reason}`)}</p>}
        {reviewNote && (
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {reviewNote}
          </p>
        )}
      </div>
      {hasReceipt(request) && (
        <a
          href={href("/dashboard/subscription/:requestId/receipt", { requestId: id })}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: "ghost", size: "sm" })}
        >
          <FileText aria-hidden className="size-4" />
          {t("subscription.receipt")}
        </a>
      )}
    </li>
  );
}

/** Page of the current plan, the pending request or the upgrade form, and past requests. */
export default function SubscriptionPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { plan, periods, ended, offers, payTo, chosen, pending, requests, page, pageCount, unread } = loaderData;
  useNotificationsSeen(here, unread);
  // The reason comes first, for whoever has just been told.
  const isRefused = page === 1 && requests[0]?.status === "rejected";
  const history = <RequestHistory requests={requests} page={page} pageCount={pageCount} />;
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader title={t("subscription.title")} lead={t("subscription.lead")} />
      {answer?.refusal && (
        <Notice tone="lost" role="alert">
          {answer.refusal}
        </Notice>
      )}
      {isRefused && history}
      <CurrentPlan plan={plan} periods={periods} ended={ended} showsPoints={Boolean(pending) || plan === "basic"} />
      {pending ? (
        <PendingCard request={pending} />
      ) : (
        <UpgradeForm key={chosen} plan={plan} offers={offers} payTo={payTo} chosen={chosen} answer={answer} />
      )}
      {!isRefused && history}
    </div>
  );
}
