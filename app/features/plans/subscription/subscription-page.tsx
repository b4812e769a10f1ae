import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { useNotificationsSeen } from "#app/features/notifications/inbox/use-notifications-seen.ts";
import { countUnread } from "#app/features/notifications/notifications.server.ts";
import { handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { readMessage } from "#app/platform/ui/forms/messages.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { upgradeForm, withdrawForm } from "../plans.forms.server.ts";
import { offerKey, offersOf } from "../plans.rules.ts";
import { getPlan, listPeriodsAhead } from "../plans.server.ts";
import { getPlanSettings } from "../settings/plan-settings.server.ts";
import {
  cancelRequest,
  findPendingRequest,
  listOwnRequests,
  requestUpgrade,
  toOwnRequest,
} from "../upgrade-requests/upgrade-requests.server.ts";
import type { Route } from "./+types/subscription-page";
import { CurrentPlan } from "./current-plan.tsx";
import { PendingCard } from "./pending-card.tsx";
import { RequestHistory } from "./request-history.tsx";
import { UpgradeForm } from "./upgrade-form.tsx";

const here = href("/dashboard/subscription");

export const handle = { i18n: ["plans", "subscription"], title: "subscription.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = new URL(request.url).searchParams;
  const [plan, periods, settings, pending, history, unread] = await Promise.all([
    getPlan(ctx, actor),
    listPeriodsAhead(ctx, actor.id),
    getPlanSettings(ctx),
    findPendingRequest(ctx, actor),
    listOwnRequests(ctx, actor, Number(query.get("page"))),
    countUnread(ctx, actor, here),
  ]);
  const offers = offersOf(settings.prices);
  const wanted = offers.find((offer) => offerKey(offer) === query.get("offer"));
  return {
    plan,
    periods: periods.map((period) => ({ plan: period.plan, startsAt: period.startsAt, endsAt: period.endsAt })),
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
      ask: intent(
        upgradeForm,
        async (form) => {
          await requestUpgrade(ctx, actor, form);
          return redirectWithToast(here, {
            type: "success",
            code: "subscription.sent",
            description: "subscription.sentText",
          });
        },
        "subscription.failed",
      ),
      withdraw: intent(
        withdrawForm,
        async ({ requestId }) => {
          await cancelRequest(ctx, actor, requestId);
          return redirectWithToast(here, { type: "success", code: "subscription.withdrawn" });
        },
        "subscription.failed",
      ),
    },
    { files: true },
  );
}

export const clientAction = submitForm;

/** Page of the current plan, the pending request or the upgrade form, and past requests. */
export default function SubscriptionPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { plan, periods, offers, payTo, chosen, pending, requests, page, pageCount, unread } = loaderData;
  useErrorToast(answer);
  useNotificationsSeen(here, unread);
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title={t("subscription.title")}
        lead={t("subscription.lead")}
        actions={
          <ButtonLink to={href("/get-started")} variant="ghost">
            {t("subscription.compare")}
          </ButtonLink>
        }
      />
      {answer?.refusal && (
        <Notice tone="lost" role="alert">
          {readMessage(answer.refusal)}
        </Notice>
      )}
      <CurrentPlan plan={plan} periods={periods} />
      {pending ? (
        <PendingCard request={pending} />
      ) : (
        <UpgradeForm
          key={chosen}
          plan={plan}
          offers={offers}
          payTo={payTo}
          chosen={chosen}
          answer={answer?.intent === "ask" ? answer : undefined}
        />
      )}
      <RequestHistory requests={requests} page={page} pageCount={pageCount} />
    </div>
  );
}
