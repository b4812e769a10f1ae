import MapPin from "lucide-react/icons/map-pin";
import MessageCircle from "lucide-react/icons/message-circle";
import { href, Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Chip } from "#app/platform/ui/chip.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { ChevronForward } from "#app/platform/ui/direction-icon.tsx";
import { Excerpt } from "#app/platform/ui/excerpt.tsx";
import { type Column, Table } from "#app/platform/ui/lists/table.tsx";
import { Code, Ltr } from "#app/platform/ui/ltr.tsx";
import { EvidenceChip } from "../evidence-chip.tsx";
import { ScanPortrait } from "../scan-portrait.tsx";
import { deviceKind, isolated } from "../scan-texts.ts";
import type { ListedScan } from "./list-scans.server.ts";

/** Tablets have room for five columns beside the sidebar; the device is shown on the scan's page. */
const narrower = "@2xl:@max-6xl:[&_:is(td,th)]:px-3 @2xl:@max-4xl:[&_:is(td,th):nth-child(5)]:hidden";

/**
 * On phones each scan is a row of two lines that is clickable as a whole: pet with photo and evidence; time and place.
 * The rest is shown on the scan's page.
 */
const rows = cx(
  "@max-2xl:[&_tbody]:overflow-clip @max-2xl:[&_tbody_tr]:min-h-18 @max-2xl:[&_tbody_tr]:py-2",
  "@max-2xl:[&_tbody_tr]:ps-17 @max-2xl:[&_tbody_tr]:pe-9",
  "@max-2xl:[&_td:is(:nth-child(2),:nth-child(4))]:row-start-2 @max-2xl:[&_td:nth-child(5)]:hidden",
  "@max-2xl:[&_td:is(:nth-child(1),:nth-child(2),:nth-child(6))]:col-start-1",
  "@max-2xl:[&_td:is(:nth-child(3),:nth-child(4))]:col-start-2 @max-2xl:[&_td:is(:nth-child(3),:nth-child(4))]:justify-self-end",
);

/** Table of scans; rows on phones. */
export function ScanTable({ scans, caption }: { scans: readonly ListedScan[]; caption: string }) {
  const t = useT();
  const columns: Column<ListedScan>[] = [
    { key: "pet", head: t("scans.pet"), primary: true, cell: (scan) => <PetCell scan={scan} /> },
    { key: "when", head: t("scans.when"), cell: (scan) => <TimeCell at={scan.at} /> },
    { key: "evidence", head: t("scans.evidence"), cell: (scan) => <EvidenceCell scan={scan} /> },
    { key: "where", head: t("scans.where"), cell: (scan) => <PlaceCell scan={scan} /> },
    { key: "with", head: t("scans.with"), cell: (scan) => <DeviceCell scan={scan} /> },
    {
      key: "details",
      head: t("scans.details"),
      hideHead: true,
      end: true,
      cell: (scan) => <DetailsLink scan={scan} />,
    },
  ];
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={scans}
      rowKey={(scan) => scan.id}
      narrow="rows"
      className={cx(narrower, rows)}
    />
  );
}

function PetCell({ scan }: { scan: ListedScan }) {
  const t = useT();
  return (
    <span className="flex items-center gap-3">
      <ScanPortrait
        scan={scan}
        className="size-11 rounded-[14px] @max-2xl:absolute @max-2xl:start-3 @max-2xl:inset-y-0 @max-2xl:my-auto"
      />
      <span className="grid min-w-0">
        <bdi className="line-clamp-2 @max-2xl:line-clamp-1">{scan.petName ?? t("scans.noPet")}</bdi>
        {scan.code && (
          <span className="text-xs font-normal whitespace-nowrap text-ink-3 @max-2xl:hidden">
            <Code>{scan.code}</Code>
          </span>
        )}
      </span>
    </span>
  );
}

function TimeCell({ at }: { at: Date }) {
  const { format } = useViewer();
  return (
    <time dateTime={at.toISOString()} className="text-ink-2 @min-[14rem]:*:whitespace-nowrap @2xl:grid @2xl:text-ink">
      <span className="@2xl:whitespace-nowrap">{format.date(at, "shortDate")}</span>{" "}
      <span className="text-ink-2 tabular-nums">{format.date(at, "time")}</span>
    </time>
  );
}

function EvidenceCell({ scan }: { scan: ListedScan }) {
  const t = useT();
  const reason = scan.reasons.at(-1);
  return (
    <span className="grid gap-1 @max-2xl:justify-items-end @2xl:max-w-64 @2xl:min-w-44 @2xl:justify-items-start">
      <span className="flex flex-wrap gap-1 @max-2xl:justify-end">
        <EvidenceChip evidence={scan.evidence} />
        {scan.hasConversation && (
          <Chip tone="brand" icon={<MessageCircle />}>
            <span className="@max-2xl:sr-only">{t("scans.foundPet")}</span>
          </Chip>
        )}
      </span>
      {reason && <span className="text-xs text-ink-3 @max-2xl:hidden">{t(`scans.reasons.${reason}`)}</span>}
    </span>
  );
}

function PlaceCell({ scan }: { scan: ListedScan }) {
  const t = useT();
  const isOnMap = scan.latitude !== null && scan.longitude !== null;
  if (!isOnMap && !scan.place) return <span className="text-ink-3 @max-2xl:hidden">{t("scans.noPlace")}</span>;
  return (
    <span className="grid gap-0.5 @max-2xl:max-w-28 @max-2xl:text-xs @max-2xl:text-ink-2 @2xl:max-w-56 @2xl:min-w-28">
      {scan.place && <Excerpt max={48}>{scan.place}</Excerpt>}
      {isOnMap && (
        <span className={cx("inline-flex items-center gap-1 text-xs text-ink-2", scan.place && "@max-2xl:hidden")}>
          <MapPin aria-hidden className="size-3.5 shrink-0 text-brand" />
          {scan.accuracy ? t("scans.onTheMapAbout", { metres: scan.accuracy }) : t("scans.onTheMap")}
        </span>
      )}
    </span>
  );
}

function DeviceCell({ scan }: { scan: ListedScan }) {
  const t = useT();
  return (
    <span className="grid gap-0.5 @2xl:min-w-32">
      <span>{t(`scans.media.${scan.medium}`)}</span>
      <span className="text-xs text-ink-3">
        {t(`scans.devices.${deviceKind(scan.device)}`)}
        {scan.browser && (
          <>
            <span aria-hidden="true">{"\u00a0· "}</span>
            <Ltr>{scan.browser}</Ltr>
          </>
        )}
      </span>
    </span>
  );
}

function DetailsLink({ scan }: { scan: ListedScan }) {
  const { t, format } = useViewer();
  const name = isolated(scan.petName ?? t("scans.noPet"));
  return (
    <Link
      to={href("/dashboard/scan-details/:scanId", { scanId: scan.id })}
      className="link -my-2 inline-flex items-center gap-0.5 py-2 whitespace-nowrap @max-2xl:stretched @max-2xl:my-0 @max-2xl:py-0"
    >
      <span className="@max-2xl:sr-only">{t("scans.details")}</span>
      <span className="sr-only"> {t("scans.at", { name, when: format.date(scan.at, "dateTime") })}</span>
      <ChevronForward className="size-4 @max-2xl:absolute @max-2xl:inset-y-0 @max-2xl:end-3 @max-2xl:my-auto @max-2xl:text-ink-3" />
    </Link>
  );
}
