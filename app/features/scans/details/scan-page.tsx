import { useTranslation } from "react-i18next";
import { href, redirect } from "react-router";
import * as z from "zod";
import { requireUser } from "#app/features/auth/guards.server.ts";
import type { ConversationState } from "#app/features/conversations/conversations.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { formatAgo, formatDate } from "#app/platform/i18n/format.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { useMarkSeen } from "#app/platform/ui/use-mark-seen.ts";
import { ConversationCard } from "../channel/conversation-card.tsx";
import { DeliveryStatusCard } from "../channel/delivery-status-card.tsx";
import { sendReplyToFinder, takeOverEscalation, updateFinderConversation } from "../escalation/escalation.server.ts";
import { EscalationCard } from "../escalation/escalation-card.tsx";
import { EvidenceChip } from "../evidence-chip.tsx";
import { messageForm } from "../finder.forms.server.ts";
import { startHandover } from "../handover/handover.server.ts";
import { HandoverCard } from "../handover/handover-card.tsx";
import { LiveCard } from "../live-location/live-card.tsx";
import { ScanPortrait } from "../scan-portrait.tsx";
import { getScan } from "../scans.server.ts";
import type { Route } from "./+types/scan-page";
import { FactsCard } from "./facts-card.tsx";
import { PlaceCard } from "./place-card.tsx";
import { getScanView, markScanSeen } from "./scan-view.server.ts";

export const handle = {
  i18n: ["conversations", "escalation", "map", "notifications", "plans", "scanDetails", "scans"],
  title: "scans.detailsPage",
};

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return getScanView(ctx, actor, params.scanId, new URL(request.url).searchParams.get("before"));
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  async function getConversation() {
    const { id, conversation } = await getScan(ctx, actor, args.params.scanId);
    if (!conversation) throw notFound();
    return {
      conversationId: conversation.id,
      address: `${href("/dashboard/scan-details/:scanId", { scanId: id })}#conversation`,
    };
  }
  const changeStateTo = (state: ConversationState) =>
    intent(
      z.object({}),
      async () => {
        const { conversationId, address } = await getConversation();
        await updateFinderConversation(ctx, actor, conversationId, state);
        return redirectWithToast(address, { type: "success", code: `conversations.states.done.${state}` });
      },
      "conversations.states.failed",
    );
  return handleIntents(args, {
    mute: changeStateTo("muted"),
    close: changeStateTo("closed"),
    report: changeStateTo("reported"),
    reopen: changeStateTo("open"),
    seen: intent(z.object({}), async () => {
      await markScanSeen(ctx, actor, args.params.scanId);
      return Response.json(null);
    }),
    reply: intent(
      messageForm,
      async ({ body }) => {
        const { conversationId, address } = await getConversation();
        await sendReplyToFinder(ctx, actor, conversationId, body);
        return redirectWithToast(address, { type: "success", code: "conversations.sent" });
      },
      "conversations.sendFailed",
    ),
    handover: intent(
      z.object({}),
      async () => {
        await startHandover(ctx, actor, args.params.scanId);
        return redirect(`${href("/dashboard/scan-details/:scanId", { scanId: args.params.scanId })}#handover`, 303);
      },
      "scanDetails.handover.failed",
    ),
    "on-the-way": intent(
      z.object({}),
      async () => {
        const { conversationId, address } = await getConversation();
        await takeOverEscalation(ctx, actor, conversationId);
        return redirectWithToast(address, { type: "success", code: "conversations.onMyWayDone" });
      },
      "conversations.sendFailed",
    ),
  });
}

export const clientAction = submitForm;

/** Page of one scan: conversation with the finder, location, technical details and delivery status. */
export default function ScanPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { language, timeZone, now } = useViewer();
  const { scan, conversation, messages, earlier, handover, escalation, notifications, live, map, isNew, owner } =
    loaderData;
  useMarkSeen(isNew);
  useErrorToast(answer);
  return (
    <>
      <PageHeader
        above={
          <Breadcrumb
            items={[
              { label: t("scans.title"), to: `${href("/dashboard/scan-records")}${owner ? `?pet=${scan.petId}` : ""}` },
              { label: t("scans.detailsPage") },
            ]}
          />
        }
        title={
          <span className="flex items-center gap-4">
            <ScanPortrait scan={scan} className="size-14 rounded-2 md:size-16" />
            <span>{scan.petName ? t("scans.detailsTitle", { name: scan.petName }) : t("scans.detailsOfTag")}</span>
          </span>
        }
        lead={
          <span className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
            <EvidenceChip evidence={scan.evidence} />
            <time dateTime={scan.at.toISOString()}>{formatDate(scan.at, language, timeZone, "dateTime")}</time>
            <span className="text-ink-3">{formatAgo(scan.at, new Date(now), language)}</span>
          </span>
        }
      />
      <div className="grid items-start gap-5 md:gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-5 md:gap-6">
          {owner ? (
            owner.hasConversation && (
              <Notice>{t("scans.ownersConversation", { owner: `\u2068${owner.name}\u2069` })}</Notice>
            )
          ) : (
            <ConversationCard
              conversation={conversation}
              messages={messages}
              earlier={earlier}
              isHome={Boolean(handover?.reunitedAt)}
              helper={escalation?.steps.find(({ tookAt }) => tookAt)?.name ?? null}
              answer={answer}
            />
          )}
          {live && <LiveCard live={live} settings={map} />}
          {conversation && (scan.petName || handover) && <HandoverCard name={scan.petName ?? ""} handover={handover} />}
          {(!live || scan.latitude !== null || scan.place) && (
            <PlaceCard scan={scan} canAsk={conversation !== null} settings={map} />
          )}
        </div>
        <div className="grid gap-5 md:gap-6">
          {escalation && <EscalationCard escalation={escalation} isHome={Boolean(handover?.reunitedAt)} />}
          <FactsCard scan={scan} />
          {!owner && <DeliveryStatusCard notifications={notifications} />}
        </div>
      </div>
    </>
  );
}
