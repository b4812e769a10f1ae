import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { BulkRunCard } from "#app/features/admin-lists/bulk/bulk-run-card.tsx";
import { readBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { useButtonKeys } from "#app/features/admin-lists/use-list-keys.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { placeInWords } from "#app/features/lost-found/board/gazetteer.ts";
import { DuplicatesCard } from "#app/features/lost-found/duplicates/duplicates-card.tsx";
import type { countConversationSigns } from "#app/features/lost-found/moderation/report-complaints.server.ts";
import { FactsCard } from "#app/features/lost-found/report/facts-card.tsx";
import { PhotoGallery } from "#app/features/lost-found/report/photo-gallery.tsx";
import { StoryCard } from "#app/features/lost-found/report/story-card.tsx";
import { aboutInWords, formatState, headlineOf, toneOf } from "#app/features/lost-found/report-texts.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/admin-report-page";
import { getReportForAdmin } from "./admin-reports.server.ts";
import { AuditTrailCard } from "./audit-trail-card.tsx";
import { BanCard } from "./ban-card.tsx";
import { ComplaintsCard } from "./complaints-card.tsx";
import { CorrectCard } from "./correct-card.tsx";
import { DecisionCard } from "./decision-card.tsx";
import { MergedCard } from "./merged-card.tsx";
import { handleModeration } from "./moderation-actions.server.ts";
import { QueueBar } from "./queue-bar.tsx";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const view = await getReportForAdmin(ctx, actor, params.reportId);
  return { ...view, run: await readBulkRun({ request, context }, actor) };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleModeration(args, ctx, actor, args.params.reportId);
}

export const clientAction = submitForm;

export const handle = {
  i18n: ["audit", "duplicates", "lostFound", "moderation", "pets"],
  title: "lostFound.admin.title",
};

/** Page of one report with its complaints and moderation history; the reporter's private data is not shown. */
export default function AdminReportPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const view = loaderData;
  const { report, reporterEmail, isGuest } = view;
  useErrorToast(answer);
  useButtonKeys();
  const path = [
    { label: t("lostFound.admin.title"), to: href("/admin/lost-found") },
    { label: aboutInWords(t, report) },
  ];
  const answerOf = (intent: string) => (answer?.intent === intent ? answer : undefined);
  return (
    <div className="wrap-anywhere">
      <PageHeader
        above={<Breadcrumb items={path} />}
        title={headlineOf(t, report)}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <Chip tone={toneOf(report)}>{formatState(t, report)}</Chip>
            <bdi>{placeInWords(report.area, language)}</bdi>
            {reporterEmail && <Ltr>{reporterEmail}</Ltr>}
            {isGuest && <Chip>{t("lostFound.admin.guest")}</Chip>}
          </span>
        }
      />
      {view.run && (
        <div className="mb-5">
          <BulkRunCard run={view.run} />
        </div>
      )}
      <QueueBar queue={view.queue} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-6">
          <PhotoGallery report={report} />
          <StoryCard report={report} />
          <FactsCard report={report} />
          <AuditTrailCard trail={view.trail} />
        </div>
        <div className="grid gap-5">
          <ComplaintsCard flags={view.flags} />
          <DecisionCard
            key={`${report.id} ${view.seen}`}
            report={report}
            suggestedReason={view.suggestedReason}
            seen={view.seen}
            answer={answerOf("hide")}
          />
          <CorrectCard
            key={`correct ${report.id} ${view.seen}`}
            report={report}
            contact={view.contact}
            seen={view.seen}
            answers={{ correct: answerOf("correct"), cover: answerOf("cover") }}
          />
          <DuplicatesCard duplicates={view.duplicates} isAdmin />
          <ScamSignsCard signs={view.signs} />
          <MergedCard merged={view.merged} />
          {!view.isOwn && <BanCard key={`ban ${report.id} ${view.seen}`} view={view} answer={answerOf("ban")} />}
        </div>
      </div>
    </div>
  );
}

/** Counts of scam signs in the conversations about a report, without the conversations themselves. */
function ScamSignsCard({ signs }: { signs: Awaited<ReturnType<typeof countConversationSigns>> }) {
  const { t } = useTranslation();
  return (
    <Card as="section">
      <CardHeader title={t("moderation.signs")} text={t("moderation.signsText")} />
      {signs.length === 0 ? (
        <p className="text-sm text-ink-2">{t("moderation.noSigns")}</p>
      ) : (
        <ul className="grid gap-2 text-sm">
          {signs.map(({ sign, author, times }) => (
            <li key={`${sign} ${author}`}>
              <span className="font-semibold">{t(`moderation.sign.${sign}`)}</span> {t(`moderation.side.${author}`)}
              {t("lostFound.comma")}
              {t("moderation.times", { count: times })}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
