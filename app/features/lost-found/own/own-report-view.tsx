import ExternalLink from "lucide-react/icons/external-link";
import PartyPopper from "lucide-react/icons/party-popper";
import Pencil from "lucide-react/icons/pencil";
import Printer from "lucide-react/icons/printer";
import { href, Link, useSearchParams } from "react-router";
import { UnprintableNotice } from "#app/features/pets/unprintable-notice.tsx";
import { ScanMap } from "#app/features/scans/scan-map.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import type { MapSettings } from "#app/platform/map/map-settings.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { DuplicatesCard } from "../duplicates/duplicates-card.tsx";
import { FoundAdviceCard } from "../found-advice-card.tsx";
import { MatchList } from "../matching/match-list.tsx";
import { DescriptionCard, FactsCard, PhotoGallery } from "../report/report-cards.tsx";
import { ShareCard } from "../report/share-card.tsx";
import { formatState, headlineOf, toneOf } from "../report-texts.ts";
import { FirstSteps } from "./first-steps.tsx";
import type { OwnReportView } from "./own-report-view.server.ts";
import { PlanCard } from "./plan-card.tsx";
import { RemoveReport, RenewForm, ResolveCard } from "./resolve-card.tsx";

function ConversationList({ conversations, base }: { conversations: OwnReportView["conversations"]; base: string }) {
  const { t, format } = useViewer();
  return (
    <Card as="section">
      <h2 className="mb-3 text-lg">{t("lostFound.allConversations")}</h2>
      {conversations.length === 0 ? (
        <p className="text-sm text-ink-2">{t("ownReports.noConversations")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {conversations.map((conversation) => (
            <li
              key={conversation.id}
              className="relative flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
            >
              <div>
                <Link
                  to={`${base}/conversations/${conversation.id}`}
                  prefetch="intent"
                  className="stretched font-semibold"
                >
                  <bdi>{conversation.writerName ?? t("lostFound.somebody")}</bdi>
                </Link>
                <p className="text-xs text-ink-3">
                  {t("ownReports.lastWrote", {
                    ago: format.ago(conversation.lastAt),
                  })}
                </p>
              </div>
              {(!conversation.seenAt || conversation.lastAt > conversation.seenAt) && (
                <Chip tone="sun">{t("ownReports.isNew")}</Chip>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Card with the most helpful actions while a pet is missing. */
function FirstStepsCard({ view, base }: { view: OwnReportView; base: string }) {
  const t = useT();
  return (
    <section className="print:hidden">
      <CardHeader title={t("firstSteps.title")} text={t("firstSteps.text")} />
      <FirstSteps view={view} base={base} />
    </section>
  );
}

/** Card with the fields of a report that only its reporter sees. */
function PrivateCard({ report, map }: { report: OwnReportView["report"]; map: MapSettings }) {
  const t = useT();
  const facts = [
    [t("reportForm.exact"), report.place && <bdi>{report.place}</bdi>],
    [t("reportForm.hiddenMark"), report.hiddenMark && <bdi>{report.hiddenMark}</bdi>],
    [t("reportForm.microchip"), report.microchip && <Ltr>{report.microchip}</Ltr>],
    [t("reportForm.contactName"), report.contactName && <bdi>{report.contactName}</bdi>],
    [t("reportForm.contactPhone"), report.contactPhone && <Ltr>{report.contactPhone}</Ltr>],
    [t("reportForm.contactEmail"), report.contactEmail && <Ltr>{report.contactEmail}</Ltr>],
  ].filter(([, value]) => value) as [string, React.ReactNode][];
  const { latitude, longitude } = report;
  if (facts.length === 0 && latitude === null) return null;
  return (
    <Card as="section">
      <CardHeader title={t("reportForm.private")} text={t("reportForm.privateText")} />
      {facts.length > 0 && (
        <dl className="mb-4 grid gap-4 sm:grid-cols-2">
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt className="text-xs text-ink-3">{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {latitude !== null && longitude !== null && (
        <ScanMap
          points={[{ lat: latitude, lon: longitude, label: report.area }]}
          settings={map}
          label={t("reportForm.exact")}
          className="h-64"
        />
      )}
    </Card>
  );
}

/** A report for its reporter: what to do now first, then matches and conversations, then the reported details. */
export function OwnReportSections({
  view,
  answer,
  base,
  above,
}: {
  view: OwnReportView;
  answer: FormAnswer | undefined;
  /** URL of this page; the form and the conversations are below it. */
  base: string;
  above?: React.ReactNode;
}) {
  const { t, language } = useViewer();
  const { report, conversations, url, shareText } = view;
  const isSearching = report.kind === "lost" && (report.status === "open" || report.status === "expired");
  const isPublic = report.status === "open" && !report.hiddenAt;
  const { isMissing } = view;
  const isAsked = useSearchParams()[0].has("home");
  // Without any response, the user is not asked yet whether the pet is home.
  const hasResponse =
    conversations.length > 0 || view.matches.some(({ isDismissed }) => !isDismissed) || view.isScanned;
  return (
    <div className="wrap-anywhere">
      <PageHeader
        above={above}
        title={headlineOf(t, report)}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <Chip tone={toneOf(report)}>{formatState(t, report)}</Chip>
            <bdi>{formatPlace(report.area, language)}</bdi>
          </span>
        }
        actions={
          <>
            {hasResponse && (report.status === "open" || report.status === "expired") && (
              <ButtonLink to="#end" variant="ghost" icon={<PartyPopper aria-hidden />} className="lg:hidden">
                {t(`ownReports.resolveTitle.${report.kind}`)}
              </ButtonLink>
            )}
            {isPublic && (
              <ButtonLink
                to={href("/community-reports/:reportId", { reportId: report.id })}
                variant="ghost"
                icon={<ExternalLink aria-hidden />}
              >
                {t("ownReports.public")}
              </ButtonLink>
            )}
            {report.status !== "resolved" && (
              <ButtonLink to={`${base}/edit`} variant="ghost" icon={<Pencil aria-hidden />}>
                {t("ownReports.edit")}
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <PhotoGallery report={report} />
        </div>
        <div className="grid gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <VisibilityNotice view={view} />
          {isPublic && <UnprintableNotice signs={view.unprintable} editPath={`${base}/edit`} />}
          {isMissing && <FirstStepsCard view={view} base={base} />}
          {isPublic && view.advice && <FoundAdviceCard advice={view.advice} />}
          <DuplicatesCard duplicates={view.duplicates} />
          <MatchList report={view.report} matches={view.matches} />
          {(isPublic || conversations.length > 0) && <ConversationList conversations={conversations} base={base} />}
          {isSearching && <PlanCard report={report} map={view.map} />}
          <DescriptionCard report={report} />
          <FactsCard report={report} />
          <PrivateCard report={report} map={view.map} />
        </div>
        <div className="grid gap-5 lg:col-start-2">
          <ResolveCard
            report={report}
            isQuiet={!hasResponse && !isAsked}
            answer={answer?.intent === "resolve" ? answer : undefined}
          />
          {isPublic && !isMissing && <PostersCard base={base} />}
          {isPublic && !isMissing && <ShareCard reportId={report.id} url={url} text={shareText} />}
          <RemoveReport />
        </div>
      </div>
    </div>
  );
}

/** Notice about why the report is not public, or soon will not be. */
function VisibilityNotice({ view: { report, isEnding } }: { view: OwnReportView }) {
  const { t, format } = useViewer();
  const date = format.date(report.expiresAt);
  if (report.hiddenAt)
    return (
      <Notice tone="lost" title={t("ownReports.hiddenTitle")}>
        {t("ownReports.hiddenText", { reason: report.hiddenReason ?? "" })}
      </Notice>
    );
  if (report.status === "expired")
    return (
      <Notice tone="sun" title={t("ownReports.expiredTitle")} action={<RenewForm label={t("ownReports.renew")} />}>
        {t("ownReports.expiredText")}
      </Notice>
    );
  if (isEnding)
    return (
      <Notice tone="sun" title={t("ownReports.endingTitle")} action={<RenewForm label={t("ownReports.renew")} />}>
        {t("ownReports.endingText", { date })}
      </Notice>
    );
  if (report.status === "open") return <p className="text-sm text-ink-3">{t("ownReports.endsOn", { date })}</p>;
  return null;
}

function PostersCard({ base }: { base: string }) {
  const t = useT();
  return (
    <Card as="section">
      <CardHeader title={t("posters.card")} text={t("posters.cardText")} />
      <ButtonLink to={`${base}/posters`} icon={<Printer aria-hidden />}>
        {t("posters.make")}
      </ButtonLink>
    </Card>
  );
}
