import MapPinned from "lucide-react/icons/map-pinned";
import Smartphone from "lucide-react/icons/smartphone";
import { href, redirect } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { createConversationIntents } from "#app/features/conversations/conversation-intents.server.ts";
import { translateQuickReplies } from "#app/features/conversations/translate-quick-replies.server.ts";
import { HomeScreenTip } from "#app/features/notifications/channels/home-screen-tip.tsx";
import { Deliveries } from "#app/features/notifications/delivery/deliveries.tsx";
import { notificationWords } from "#app/features/notifications/notification-texts.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { defineIntent, emptyForm, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { MapSettings } from "#app/platform/map/map-settings.ts";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Code, Ltr, WithCodes } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { useMarkSeen } from "#app/platform/ui/use-page-visible.ts";
import { ConversationCard, QuietCard } from "../conversations/conversation-card.tsx";
import {
  acceptEscalation,
  askFinderForPhoto,
  sendReplyToFinder,
  updateFinderConversation,
} from "../escalation/escalation.server.ts";
import { EscalationCard } from "../escalation/escalation-card.tsx";
import { EvidenceChip } from "../evidence-chip.tsx";
import { startHandover } from "../handover/handover.server.ts";
import { LiveCard } from "../live-location/live-card.tsx";
import { ScanMap } from "../scan-map.tsx";
import { ScanPortrait } from "../scan-portrait.tsx";
import { deviceKind, formatCoordinates, isolated, mapLinks } from "../scan-texts.ts";
import { isInquiry } from "../scans.rules.ts";
import { getScan } from "../scans.server.ts";
import type { Route } from "./+types/scan-page";
import { formatLocation } from "./location-text.ts";
import { getScanView, markScanSeen, type ScanView } from "./scan-view.server.ts";

export const handle = {
  i18n: [
    "conversations",
    "escalation",
    "evidence",
    "homeScreen",
    "map",
    "notifications",
    "plans",
    "scanDetails",
    "scans",
  ],
  title: "scans.detailsPage",
};

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const view = await getScanView(ctx, actor, params.scanId, new URL(request.url).searchParams.get("before"));
  return { ...view, messages: translateQuickReplies(view.messages, context.get(requestInfoContext).language) };
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
  return handleIntents(
    args,
    {
      ...createConversationIntents({
        async updateState(state) {
          const { conversationId, address } = await getConversation();
          await updateFinderConversation(ctx, actor, conversationId, state);
          return address;
        },
        markSeen: () => markScanSeen(ctx, actor, args.params.scanId),
        async reply(body, files) {
          const { conversationId, address } = await getConversation();
          await sendReplyToFinder(ctx, actor, conversationId, body, files);
          return address;
        },
        async askForPhoto() {
          const { conversationId, address } = await getConversation();
          await askFinderForPhoto(ctx, actor, conversationId);
          return address;
        },
      }),
      handover: defineIntent(
        emptyForm,
        async () => {
          await startHandover(ctx, actor, args.params.scanId);
          return redirect(`${href("/dashboard/scan-details/:scanId", { scanId: args.params.scanId })}#handover`, 303);
        },
        "scanDetails.handover.failed",
      ),
      "on-the-way": defineIntent(emptyForm, async () => {
        const { conversationId, address } = await getConversation();
        await acceptEscalation(ctx, actor, conversationId);
        return redirectWithToast(address, "conversations.onMyWayDone");
      }),
    },
    { failed: "conversations.sendFailed", files: true },
  );
}

function DeliveryStatusCard({ notifications }: { notifications: ScanView["notifications"] }) {
  const { t, format } = useViewer();
  if (notifications.length === 0)
    return <QuietCard title={t("scanDetails.notified")} text={t("scanDetails.notNotified")} />;
  return (
    <Card as="section">
      <CardHeader title={t("scanDetails.notified")} />
      <ol className="grid divide-y divide-line">
        {notifications.map(({ id, kind, params, createdAt, deliveries }) => (
          <li key={id} className="grid gap-2 py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
              <span className="font-medium">
                <WithCodes>
                  {
                    notificationWords(t, kind, {
                      ...params,
                      tagCode: params.tagCode && `\u2066${params.tagCode}\u2069`,
                    }).title
                  }
                </WithCodes>
              </span>
              <time dateTime={createdAt.toISOString()} className="text-xs text-ink-3 tabular-nums">
                {format.date(createdAt, "dateTime")}
              </time>
            </p>
            <Deliveries deliveries={deliveries} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function FactsCard({ scan }: { scan: ScanView["scan"] }) {
  const { t, format } = useViewer();
  const time = (moment: Date | null) => moment && format.date(moment, "dateTime");
  return (
    <Disclosure summary={<h2 className="text-lg">{t("scanDetails.factsTitle")}</h2>}>
      <div className="mb-4 grid gap-2 rounded-1 bg-sunken p-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="text-sm">{t("scanDetails.facts.why")}</h3>
          <EvidenceChip evidence={scan.evidence} />
        </div>
        <ul className="grid gap-1 text-sm text-ink-2">
          {scan.reasons.map((reason) => (
            <li key={reason}>{t(`scans.reasons.${reason}`)}</li>
          ))}
        </ul>
      </div>
      <DescriptionList
        items={[
          { term: t("scanDetails.facts.time"), detail: time(scan.at) },
          { term: t("scanDetails.facts.tag"), detail: scan.code && <Code>{scan.code}</Code> },
          { term: t("scanDetails.facts.way"), detail: t(`scans.media.${scan.medium}`) },
          { term: t("scanDetails.facts.device"), detail: t(`scans.devices.${deviceKind(scan.device)}`) },
          { term: t("scanDetails.facts.browser"), detail: scan.browser && <Ltr>{scan.browser}</Ltr> },
          { term: t("scanDetails.facts.os"), detail: scan.os && <Ltr>{scan.os}</Ltr> },
          { term: t("scanDetails.facts.language"), detail: t(`scans.languages.${scan.language}`) },
          { term: t("scanDetails.facts.used"), detail: time(scan.usedAt) },
          {
            term: (
              <>
                {t("scanDetails.facts.ip")}
                <span className="block max-w-[26ch] text-xs text-ink-3">{t("scanDetails.facts.ipNote")}</span>
              </>
            ),
            detail: scan.ip && <Ltr className="whitespace-nowrap">{scan.ip}</Ltr>,
          },
        ]}
      />
    </Disclosure>
  );
}

function PlaceCard({
  scan,
  near,
  canAsk,
  settings,
}: {
  scan: ScanView["scan"];
  near: ScanView["where"];
  /** Whether there is a conversation in which the owner can ask for the location. */
  canAsk: boolean;
  settings: MapSettings;
}) {
  const { t, format, language } = useViewer();
  const { latitude, longitude, accuracy, place } = scan;
  const point = latitude !== null && longitude !== null ? { latitude, longitude } : null;
  const where = point ?? (place ? { place } : null);
  if (!where) return <QuietCard title={t("scans.where")} text={canAsk ? t("scans.mapNoPlace") : t("scans.noPlace")} />;
  const links = mapLinks(where);
  const words = near && formatLocation(t, language, near, place);
  const sent = scan.locatedAt && format.date(scan.locatedAt, "dateTime");
  return (
    <Card as="section" className="grid gap-4">
      <CardHeader title={t("scans.where")} text={sent && `${t("scanDetails.facts.located")}: ${sent}`} />
      {place && (
        <p className="-mt-4">
          <span className="sr-only">{t("scanDetails.facts.place")}: </span>
          <bdi className="text-lg font-[550]">{place}</bdi>
        </p>
      )}
      {point && (
        <>
          <ScanMap
            className="h-60 md:h-80"
            settings={settings}
            label={t("scans.mapAlt")}
            points={[
              {
                lat: point.latitude,
                lon: point.longitude,
                accuracy,
                label: place ?? formatCoordinates(point.latitude, point.longitude),
              },
            ]}
          />
          {words && <p className="-mt-2 font-[550]">{words}</p>}
          <p className="flex flex-wrap gap-x-4 text-sm text-ink-2">
            <span>
              {t("scanDetails.facts.coordinates")}:{" "}
              <Ltr className="tabular-nums">{formatCoordinates(point.latitude, point.longitude)}</Ltr>
            </span>
            {accuracy !== null && (
              <span>
                {t("scanDetails.facts.accuracy")}: {t("scanDetails.facts.accuracyValue", { metres: accuracy })}
              </span>
            )}
          </p>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <a href={links.site} target="_blank" rel="noreferrer" className={buttonClass({ variant: "ghost" })}>
          <MapPinned aria-hidden className="size-5" />
          {t("scans.openInMaps")}
        </a>
        {links.app && (
          <a href={links.app} className={buttonClass({ variant: "ghost" })}>
            <Smartphone aria-hidden className="size-5" />
            {t("scans.openInApp")}
          </a>
        )}
      </div>
    </Card>
  );
}

/** Card with the code with which finder and owner confirm that the pet is home. */
function HandoverCard({ name, handover }: { name: string; handover: ScanView["handover"] }) {
  const { t, format } = useViewer();
  if (handover?.reunitedAt)
    return (
      <Notice tone="brand" title={t("scanDetails.handover.home", { name })}>
        <p>
          {t("scanDetails.handover.took", {
            span: `\u2068${format.span(Math.round(handover.seconds ?? 0))}\u2069`,
          })}
        </p>
      </Notice>
    );
  const time = handover && format.date(handover.until, "dateTime");
  return (
    <Card as="section" id="handover">
      <CardHeader title={t("scanDetails.handover.title")} text={t("scanDetails.handover.text", { name })} />
      {handover?.code && (
        <div role="status" className="mb-4 grid justify-items-start gap-1.5">
          <p className="text-sm text-ink-2">{t("scanDetails.handover.code")}</p>
          <p className="rounded-2 bg-brand-soft px-5 py-3 text-2xl font-bold tracking-[.2em] text-brand-deep tabular-nums wrap-anywhere">
            <bdi dir="ltr">{handover.code}</bdi>
          </p>
          <p className="text-sm text-ink-2">{t("scanDetails.handover.tell", { name, time })}</p>
        </div>
      )}
      {handover && !handover.code && <p className="mb-4 text-sm text-ink-2">{t("scanDetails.handover.ended")}</p>}
      <AppForm intent="handover" preventScrollReset>
        <SubmitButton variant="ghost">
          {t(handover ? "scanDetails.handover.again" : "scanDetails.handover.make")}
        </SubmitButton>
      </AppForm>
    </Card>
  );
}

/** Page of one scan: where the pet is, conversation with the finder, technical details and delivery status. */
export default function ScanPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, format } = useViewer();
  const { scan, where, conversation, messages, earlier, handover, escalation, notifications, live, map, isNew, owner } =
    loaderData;
  useMarkSeen(isNew);
  const place = <PlaceCard scan={scan} near={where} canAsk={conversation !== null} settings={map} />;
  const hasPlace = scan.latitude !== null || Boolean(scan.place);
  const isFinder = !isInquiry(scan);
  return (
    <>
      <PageHeader
        path={[
          { label: t("scans.title"), to: `${href("/dashboard/scan-records")}${owner ? `?pet=${scan.petId}` : ""}` },
        ]}
        current={t("scans.detailsPage")}
        title={
          <span className="flex items-center gap-4">
            <ScanPortrait scan={scan} className="size-14 rounded-2 md:size-16" />
            <span>
              {scan.petName
                ? t(isFinder ? "scans.detailsTitle" : "scans.inquiryTitle", { name: scan.petName })
                : t("scans.detailsOfTag")}
            </span>
          </span>
        }
        lead={
          <span className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
            <EvidenceChip evidence={scan.evidence} />
            <time dateTime={scan.at.toISOString()}>{format.date(scan.at, "dateTime")}</time>
            <span className="text-ink-3">{format.ago(scan.at)}</span>
          </span>
        }
      />
      <div className="grid items-start gap-5 md:gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-5 md:gap-6">
          {live && <LiveCard live={live} settings={map} />}
          {hasPlace && place}
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
              isFinder={isFinder}
              helper={escalation?.steps.find(({ acceptedAt }) => acceptedAt)?.name ?? null}
              answer={answer}
            />
          )}
          {!owner && <HomeScreenTip />}
          {conversation && isFinder && (scan.petName || handover) && (
            <HandoverCard name={isolated(scan.petName ?? "")} handover={handover} />
          )}
          {isFinder && !live && !hasPlace && place}
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
