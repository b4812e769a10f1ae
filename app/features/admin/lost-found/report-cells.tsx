import Flag from "lucide-react/icons/flag";
import { href, Link } from "react-router";
import { ReportPicture } from "#app/features/lost-found/report-picture.tsx";
import { formatReportName, formatState, toneOf } from "#app/features/lost-found/report-texts.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Chip } from "#app/platform/ui/chip.tsx";
import { besideCheckbox } from "#app/platform/ui/lists/table.tsx";
import { Photo } from "#app/platform/ui/photo.tsx";
import type { listAllReports } from "./admin-reports.server.ts";

type Row = Awaited<ReturnType<typeof listAllReports>>["reports"][number];

const maxPictures = 3;

/** Cell with a report's first photos and the beginning of its text. */
export function ReportCell({ report }: { report: Row }) {
  const t = useT();
  const others = report.photos.slice(1, maxPictures);
  return (
    <span className="flex items-start gap-3 py-1 whitespace-normal" style={{ maxInlineSize: besideCheckbox }}>
      <span className="grid w-14 shrink-0 grid-cols-2 gap-1">
        <span className="col-span-2 size-14 overflow-hidden rounded-1">
          <ReportPicture report={report} sizes="3.5rem" />
        </span>
        {others.map((photo) => (
          <span key={photo} className="aspect-square overflow-hidden rounded-1">
            <Photo id={photo} sizes="3.5rem" alt="" />
          </span>
        ))}
      </span>
      <span className="grid min-w-0 gap-0.5 @2xl:min-w-36">
        <Link to={href("/admin/lost-found/:reportId", { reportId: report.id })} prefetch="intent" className="link">
          <bdi>{formatReportName(t, report)}</bdi>
        </Link>
        {report.description && (
          <span dir="auto" className="line-clamp-3 max-w-prose text-xs font-normal text-ink-2 wrap-anywhere">
            {report.description}
          </span>
        )}
      </span>
    </span>
  );
}

/** Cell with a report's state and its open complaints. */
export function StatusCell({ report }: { report: Row }) {
  const t = useT();
  return (
    <span className="flex flex-wrap gap-1.5">
      <Chip tone={toneOf(report)}>{formatState(t, report)}</Chip>
      {report.hiddenAt && <Chip tone="lost">{t("lostFound.hidden")}</Chip>}
      {report.openComplaints > 0 && (
        <Chip tone="lost" icon={<Flag />}>
          {t("adminReports.complaints", { count: report.openComplaints })}
        </Chip>
      )}
      {report.complaints && <Complaints complaints={report.complaints} />}
    </span>
  );
}

function Complaints({ complaints }: { complaints: NonNullable<Row["complaints"]> }) {
  const { t, format } = useViewer();
  const ago = (when: Date | null) => (when ? format.ago(when) : "");
  return (
    <span className="w-full text-xs text-ink-3">
      {complaints.reasons.map((reason) => t(`reportPage.complaint.reasons.${reason}`)).join(t("lostFound.comma"))}
      {complaints.notes.slice(0, 2).map((note) => (
        <q key={note} dir="auto" className="line-clamp-2 text-ink-2 wrap-anywhere">
          {note}
        </q>
      ))}
      <span className="block">
        {t("moderation.since", { first: ago(complaints.first), last: ago(complaints.last) })}
      </span>
    </span>
  );
}
