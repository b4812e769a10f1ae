import Flag from "lucide-react/icons/flag";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { placeInWords } from "#app/features/lost-found/board/gazetteer.ts";
import { ReportPicture } from "#app/features/lost-found/report-picture.tsx";
import { aboutInWords, formatState, toneOf } from "#app/features/lost-found/report-texts.ts";
import { adminStates } from "#app/features/lost-found/reports.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { readListQuery } from "#app/platform/http/list-query.ts";
import { formatAgo, formatDate } from "#app/platform/i18n/format.ts";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { optionsOf } from "#app/platform/ui/lists/search-form.tsx";
import type { Route } from "./+types/admin-reports-page";
import { listAllReports } from "./admin-reports.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { search, filters, after } = readListQuery(request, { state: adminStates });
  const state = filters.state ?? "all";
  return { ...(await listAllReports(ctx, actor, { search, state, after })), search, state };
}

export const handle = { i18n: ["lostFound", "moderation"], title: "lostFound.admin.title" };

type Row = Awaited<ReturnType<typeof loader>>["reports"][number];

/** Where administrators look after what the community posts. */
export default function AdminReports({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { reports, next, search, state } = loaderData;
  return (
    <AdminList
      title={t("lostFound.admin.title")}
      lead={t("lostFound.admin.lead")}
      actions={
        <ButtonLink to={href("/admin/lost-found/bans")} variant="ghost">
          {t("moderation.bans")}
        </ButtonLink>
      }
      search={{
        label: t("lostFound.admin.search"),
        value: search,
        filters: [
          {
            name: "state",
            label: t("lostFound.admin.state"),
            value: state,
            options: optionsOf(adminStates, (one) => t(`lostFound.admin.states.${one}`)),
          },
        ],
      }}
      caption={t("lostFound.admin.caption")}
      rows={reports}
      rowKey={(report) => report.id}
      empty={<p className="text-ink-2">{t("lostFound.admin.none")}</p>}
      columns={[
        {
          key: "report",
          head: t("lostFound.admin.report"),
          primary: true,
          cell: (report) => <What report={report} />,
        },
        { key: "status", head: t("lostFound.admin.status"), cell: (report) => <Status report={report} /> },
        {
          key: "area",
          head: t("lostFound.admin.area"),
          cell: (report) => <bdi>{placeInWords(report.area, language)}</bdi>,
        },
        {
          key: "reporter",
          head: t("lostFound.admin.reporter"),
          cell: (report) => (
            <span>
              <Ltr>{report.reporterEmail ?? "–"}</Ltr>
              {report.isGuest && <span className="block text-xs text-ink-3">{t("lostFound.admin.guest")}</span>}
            </span>
          ),
        },
        {
          key: "created",
          head: t("lostFound.admin.created"),
          cell: (report) => <bdi>{formatDate(report.createdAt, language, timeZone, "shortDate")}</bdi>,
        },
      ]}
      paging={{ after: next, label: t("lostFound.admin.next") }}
    />
  );
}

function What({ report }: { report: Row }) {
  const { t } = useTranslation();
  return (
    <span className="flex items-center gap-3">
      <span className="size-11 shrink-0 overflow-hidden rounded-1">
        <ReportPicture report={report} width={160} />
      </span>
      <Link to={href("/admin/lost-found/:reportId", { reportId: report.id })} className="link">
        <bdi>{aboutInWords(t, report)}</bdi>
      </Link>
    </span>
  );
}

function Status({ report }: { report: Row }) {
  const { t } = useTranslation();
  return (
    <span className="flex flex-wrap gap-1.5 max-md:justify-end">
      <Chip tone={toneOf(report)}>{formatState(t, report)}</Chip>
      {report.hiddenAt && <Chip tone="lost">{t("lostFound.admin.hidden")}</Chip>}
      {report.openFlags > 0 && (
        <Chip tone="lost" icon={<Flag />}>
          {t("lostFound.admin.complaints", { count: report.openFlags })}
        </Chip>
      )}
      {report.complaints && <Complaints complaints={report.complaints} />}
    </span>
  );
}

/** Why people complained, and since when. */
function Complaints({ complaints }: { complaints: NonNullable<Row["complaints"]> }) {
  const { t } = useTranslation();
  const { language, now } = useViewer();
  const ago = (when: Date | null) => (when ? formatAgo(when, new Date(now), language) : "");
  return (
    <span className="w-full text-xs text-ink-3">
      {complaints.reasons.map((reason) => t(`lostFound.flag.reasons.${reason}`)).join(t("lostFound.comma"))}
      <span className="block">
        {t("moderation.since", { first: ago(complaints.first), last: ago(complaints.last) })}
      </span>
    </span>
  );
}
