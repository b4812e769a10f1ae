import { href, Link } from "react-router";
import { BulkRunCard } from "#app/features/admin-lists/bulk/bulk-run-card.tsx";
import { readBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { ShortcutHint } from "#app/features/admin-lists/shortcuts.tsx";
import { useButtonKeys } from "#app/features/admin-lists/use-list-keys.ts";
import { AuditFacts } from "#app/features/audit-log/audit-line.tsx";
import type { AuditLine } from "#app/features/audit-log/audit-log.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { DuplicatesCard } from "#app/features/lost-found/duplicates/duplicates-card.tsx";
import type { listMerged } from "#app/features/lost-found/duplicates/merge-reports.server.ts";
import type {
  countConversationSigns,
  listComplaints,
} from "#app/features/lost-found/moderation/report-complaints.server.ts";
import { DescriptionCard, FactsCard, PhotoGallery } from "#app/features/lost-found/report/report-cards.tsx";
import { formatReportName, formatState, headlineOf, toneOf } from "#app/features/lost-found/report-texts.ts";
import { maxLengths } from "#app/features/lost-found/reports.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useOpenedVersion } from "#app/platform/http/forms/use-opened-version.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/admin-report-page";
import { type getQueuePlace, getReportForAdmin } from "./admin-reports.server.ts";
import { CorrectCard } from "./correct-card.tsx";
import { DecisionCard } from "./decision-card.tsx";
import { handleModeration } from "./moderation-actions.server.ts";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const view = await getReportForAdmin(ctx, actor, params.reportId);
  return { ...view, run: await readBulkRun({ request, context }, actor) };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleModeration(args, ctx, actor, args.params.reportId);
}

export const handle = {
  i18n: ["adminReports", "audit", "duplicates", "lostFound", "moderation", "pets", "reportPage"],
  title: "adminReports.title",
};

/** Card that lists what administrators did about a report, the latest first. */
function AuditTrailCard({ trail }: { trail: readonly AuditLine[] }) {
  const { t, format } = useViewer();
  return (
    <Card as="section">
      <h2 className="mb-3 text-lg">{t("moderation.decisions")}</h2>
      {trail.length === 0 && <p className="text-sm text-ink-2">{t("moderation.noDecisions")}</p>}
      <ol className="grid gap-4">
        {trail.map((line) => (
          <li key={line.id} className="grid gap-0.5 text-sm">
            <p className="font-semibold">{t(`audit.actions.${line.action}`)}</p>
            <p className="text-xs text-ink-3">
              <bdi>{line.actorName ?? t("audit.console")}</bdi>
              {"\u00a0· "}
              <bdi>{format.date(line.at, "dateTime")}</bdi>
            </p>
            <AuditFacts line={line} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

type Complaint = Awaited<ReturnType<typeof listComplaints>>[number];

function ComplaintsCard({ complaints }: { complaints: readonly Complaint[] }) {
  const { t, format } = useViewer();
  const moment = (when: Date) => format.date(when, "dateTime");
  const [last, first] = [complaints[0], complaints.at(-1)];
  return (
    <Card as="section">
      <CardHeader
        title={t("adminReports.complaintsTitle")}
        text={
          last && first && last !== first
            ? `${t("adminReports.complaints", { count: complaints.length })}: ${t("moderation.since", { first: moment(first.createdAt), last: moment(last.createdAt) })}`
            : undefined
        }
      />
      {complaints.length === 0 && <p className="text-sm text-ink-2">{t("adminReports.noComplaints")}</p>}
      <ul className="grid gap-4">
        {complaints.map((complaint) => (
          <li key={complaint.id} className="grid gap-0.5 text-sm">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {t(`reportPage.complaint.reasons.${complaint.reason}`)}
              {complaint.handledAt && <Chip>{t("adminReports.handled")}</Chip>}
            </p>
            {complaint.note && <p dir="auto">{complaint.note}</p>}
            <p className="text-xs text-ink-3">
              <ComplaintAuthor complaint={complaint} />
              {"\u00a0· "}
              <bdi>{moment(complaint.createdAt)}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ComplaintAuthor({ complaint: { email, network } }: { complaint: Complaint }) {
  const t = useT();
  if (email) return <Ltr>{email}</Ltr>;
  return <bdi>{network ? t("moderation.network", { code: network }) : t("moderation.gone")}</bdi>;
}

/** Card that lists other reports: those merged into this one, or those with the same photo. */
function ReportsCard({
  title,
  text,
  reports,
}: {
  title: string;
  text?: string;
  reports: Awaited<ReturnType<typeof listMerged>>;
}) {
  const { t, format } = useViewer();
  if (reports.length === 0) return null;
  return (
    <Card as="section">
      <CardHeader title={title} text={text} />
      <ul className="grid gap-2 text-sm">
        {reports.map((one) => (
          <li key={one.id}>
            <Link to={href("/admin/lost-found/:reportId", { reportId: one.id })} className="link">
              <bdi>{formatReportName(t, one)}</bdi>
            </Link>
            {one.at && <bdi className="block text-xs text-ink-3">{format.date(one.at, "dateTime")}</bdi>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function QueueBar({ queue }: { queue: Awaited<ReturnType<typeof getQueuePlace>> }) {
  const t = useT();
  if (queue.left === 0) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-2 border border-line bg-surface px-4 py-2">
      <p className="text-sm">
        <strong role="status">{t("moderation.left", { count: queue.left })}</strong>{" "}
        <Link to={`${href("/admin/lost-found")}?state=flagged`} className="link">
          {t("moderation.queue")}
        </Link>
      </p>
      {queue.nextId && (
        <ButtonLink
          to={href("/admin/lost-found/:reportId", { reportId: queue.nextId })}
          prefetch="render"
          variant="ghost"
          size="sm"
          aria-keyshortcuts="n"
          iconEnd={<ShortcutHint letter="n" />}
        >
          {t("moderation.next")}
        </ButtonLink>
      )}
    </div>
  );
}

interface Banned {
  ban: { id: string; reason: string; createdAt: Date } | null;
}

function BanCard({ view: { ban }, seen, answer }: { view: Banned; seen: string; answer: FormAnswer | undefined }) {
  const { t, format } = useViewer();
  const [form, fields] = useAppForm<{ reason: string }>({ intent: "ban", answer });
  if (ban)
    return (
      <Notice
        tone="sun"
        title={t("moderation.isBanned", { date: format.date(ban.createdAt) })}
        action={
          <AppForm intent="lift" values={{ banId: ban.id }}>
            <SubmitButton size="sm">{t("moderation.lift")}</SubmitButton>
          </AppForm>
        }
      >
        <bdi>{ban.reason}</bdi>
      </Notice>
    );
  return (
    <Card as="section">
      <CardHeader title={t("moderation.reporter")} text={t("moderation.banText")} />
      <AppForm form={form} values={{ seen }} className="grid gap-4">
        <ProseField
          field={fields.reason}
          label={t("moderation.banReason")}
          hint={t("moderation.banReasonHint")}
          max={maxLengths.reason}
          needed
        />
        <div className="flex flex-wrap items-center gap-4">
          <ConfirmDialog
            trigger={<SubmitButton variant="ghost">{t("moderation.ban")}</SubmitButton>}
            title={t("moderation.banTitle")}
            description={t("moderation.banText")}
          />
          <Link to={href("/admin/lost-found/bans")} className="link text-sm">
            {t("moderation.bans")}
          </Link>
        </div>
      </AppForm>
    </Card>
  );
}

/** Page of one report with its complaints and moderation history; the reporter's private data is not shown. */
export default function AdminReportPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, language } = useViewer();
  const view = loaderData;
  const { report, reporterEmail, isGuest } = view;
  useButtonKeys();
  const path = [{ label: t("adminReports.title"), to: href("/admin/lost-found") }];
  const seen = useOpenedVersion(view.seen, answer);
  const answerOf = (intent: string) => (answer?.intent === intent ? answer : undefined);
  return (
    <div className="wrap-anywhere">
      <PageHeader
        path={path}
        current={formatReportName(t, report)}
        title={headlineOf(t, report)}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <Chip tone={toneOf(report)}>{formatState(t, report)}</Chip>
            <bdi>{formatPlace(report.area, language)}</bdi>
            {reporterEmail && <Ltr>{reporterEmail}</Ltr>}
            {isGuest && <Chip>{t("adminReports.guest")}</Chip>}
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
          <DescriptionCard report={report} />
          <FactsCard report={report} />
          <AuditTrailCard trail={view.trail} />
        </div>
        <div className="grid gap-5">
          <ComplaintsCard complaints={view.complaints} />
          <DecisionCard
            key={`${report.id} ${seen}`}
            report={report}
            suggestedReason={view.suggestedReason}
            seen={seen}
            answer={answerOf("hide")}
          />
          <CorrectCard
            key={`correct ${report.id} ${seen}`}
            report={report}
            contact={view.contact}
            seen={seen}
            answers={{ correct: answerOf("correct"), cover: answerOf("cover") }}
          />
          <DuplicatesCard duplicates={view.duplicates} isAdmin />
          <ScamSignsCard signs={view.signs} />
          <ReportsCard
            title={t("moderation.samePhoto")}
            text={t("moderation.samePhotoText")}
            reports={view.samePhoto}
          />
          <ReportsCard title={t("duplicates.history")} reports={view.merged} />
          {!view.isOwn && <BanCard key={`ban ${report.id} ${seen}`} view={view} seen={seen} answer={answer} />}
        </div>
      </div>
    </div>
  );
}

/** Counts of scam signs in the conversations about a report, without the conversations themselves. */
function ScamSignsCard({ signs }: { signs: Awaited<ReturnType<typeof countConversationSigns>> }) {
  const t = useT();
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
