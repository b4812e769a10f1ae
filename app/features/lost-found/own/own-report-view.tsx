import ExternalLink from "lucide-react/icons/external-link";
import PartyPopper from "lucide-react/icons/party-popper";
import Pencil from "lucide-react/icons/pencil";
import Printer from "lucide-react/icons/printer";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { placeInWords } from "../board/gazetteer.ts";
import { ConversationList } from "../contact/conversation-list.tsx";
import { DuplicatesCard } from "../duplicates/duplicates-card.tsx";
import { MatchList } from "../matching/match-list.tsx";
import { FactsCard } from "../report/facts-card.tsx";
import { PhotoGallery } from "../report/photo-gallery.tsx";
import { ShareCard } from "../report/share-card.tsx";
import { StoryCard } from "../report/story-card.tsx";
import { formatState, headlineOf, toneOf } from "../report-texts.ts";
import { FirstHoursCard } from "./first-hours-card.tsx";
import type { OwnReportView } from "./own-report-view.server.ts";
import { PlanCard } from "./plan-card.tsx";
import { PrivateCard } from "./private-card.tsx";
import { RemoveReport, RenewForm, ResolveCard } from "./resolve-card.tsx";

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
  const { t } = useTranslation();
  const { language } = useViewer();
  const { report, conversations, url } = view;
  const isSearching = report.kind === "lost" && (report.status === "open" || report.status === "expired");
  const isPublic = report.status === "open" && !report.hiddenAt;
  const isMissing = isPublic && report.kind === "lost";
  // Without any news, the user is not asked yet whether the pet is home.
  const hasNews = conversations.length > 0 || view.matches.some(({ isDismissed }) => !isDismissed) || view.isScanned;
  return (
    <div className="wrap-anywhere">
      <PageHeader
        above={above}
        title={headlineOf(t, report)}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <Chip tone={toneOf(report)}>{formatState(t, report)}</Chip>
            <bdi>{placeInWords(report.area, language)}</bdi>
          </span>
        }
        actions={
          <>
            {hasNews && (report.status === "open" || report.status === "expired") && (
              <ButtonLink to="#end" variant="sun" icon={<PartyPopper aria-hidden />} className="lg:hidden">
                {t(`lostFound.own.resolveTitle.${report.kind}`)}
              </ButtonLink>
            )}
            {isPublic && (
              <ButtonLink
                to={href("/community-reports/:reportId", { reportId: report.id })}
                variant="ghost"
                icon={<ExternalLink aria-hidden />}
              >
                {t("lostFound.own.public")}
              </ButtonLink>
            )}
            {report.status !== "resolved" && (
              <ButtonLink to={`${base}/edit`} variant="ghost" icon={<Pencil aria-hidden />}>
                {t("lostFound.own.edit")}
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
          {isMissing && <FirstHoursCard url={url} headline={headlineOf(t, report)} base={base} />}
          <DuplicatesCard duplicates={view.duplicates} />
          <MatchList view={view} />
          {(isPublic || conversations.length > 0) && <ConversationList conversations={conversations} base={base} />}
          {isSearching && <PlanCard report={report} map={view.map} />}
          <StoryCard report={report} />
          <FactsCard report={report} />
          <PrivateCard report={report} map={view.map} />
        </div>
        <div className="grid gap-5 lg:col-start-2">
          <ResolveCard report={report} isQuiet={!hasNews} answer={answer?.intent === "resolve" ? answer : undefined} />
          {isPublic && !isMissing && <PostersCard base={base} />}
          {isPublic && !isMissing && <ShareCard url={url} headline={headlineOf(t, report)} />}
          <RemoveReport />
        </div>
      </div>
    </div>
  );
}

/** Notice about why the report is not public, or soon will not be. */
function VisibilityNotice({ view: { report, isEnding } }: { view: OwnReportView }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const date = formatDate(report.expiresAt, language, timeZone);
  if (report.hiddenAt)
    return (
      <Notice tone="lost" title={t("lostFound.own.hiddenTitle")}>
        {t("lostFound.own.hiddenText", { reason: report.hiddenReason ?? "" })}
      </Notice>
    );
  if (report.status === "expired")
    return (
      <Notice
        tone="sun"
        title={t("lostFound.own.expiredTitle")}
        action={<RenewForm label={t("lostFound.own.renew")} />}
      >
        {t("lostFound.own.expiredText")}
      </Notice>
    );
  if (isEnding)
    return (
      <Notice tone="sun" title={t("lostFound.own.endingTitle")} action={<RenewForm label={t("lostFound.own.renew")} />}>
        {t("lostFound.own.endingText", { date })}
      </Notice>
    );
  if (report.status === "open") return <p className="text-sm text-ink-3">{t("lostFound.own.endsOn", { date })}</p>;
  return null;
}

/** Card that links to the posters of a report. */
function PostersCard({ base }: { base: string }) {
  const { t } = useTranslation();
  return (
    <Card as="section">
      <CardHeader title={t("posters.card")} text={t("posters.cardText")} />
      <ButtonLink to={`${base}/posters`} icon={<Printer aria-hidden />}>
        {t("posters.make")}
      </ButtonLink>
    </Card>
  );
}
