import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useViewer } from "#app/features/accounts/use-viewer.ts";
import { PetPhoto } from "#app/features/pets/pet-photo.tsx";
import { alarms } from "#app/features/scans/scans.rules.ts";
import { formatAgo } from "#app/platform/i18n/format.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip, type ChipTone } from "#app/platform/ui/chip.tsx";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { EmptyState } from "#app/platform/ui/empty.tsx";
import type { ownerOverview } from "../overview.server.ts";

type Scan = Awaited<ReturnType<typeof ownerOverview>>["recent"][number];

export function RecentScans({ scans }: { scans: readonly Scan[] }) {
  const { t } = useTranslation();
  return (
    <Card as="section">
      <CardHeader
        title={t("overview.recent.title")}
        action={
          scans.length > 0 && (
            <Link to="/dashboard/scan-records" className="link py-1 text-sm">
              {t("overview.recent.all")}
            </Link>
          )
        }
      />
      {scans.length === 0 ? (
        <EmptyState
          level={3}
          drawing={<ScanDrawing />}
          title={t("overview.recent.empty")}
          text={t("overview.recent.emptyText")}
          className="py-4 md:py-6"
        />
      ) : (
        <ul className="divide-y divide-line">
          {scans.map((scan) => (
            <RecentScan key={scan.id} scan={scan} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function RecentScan({ scan }: { scan: Scan }) {
  const { t } = useTranslation();
  const { now, language } = useViewer();
  const tone: ChipTone = alarms(scan.evidence) ? "ok" : scan.evidence === "unconfirmed" ? "sun" : "plain";
  return (
    <li className="relative flex items-center gap-3.5 py-3.5">
      <span className="size-11 shrink-0 overflow-hidden rounded-[14px] bg-sunken">
        {scan.pet ? <PetPhoto pet={scan.pet} width={160} /> : <TagDrawing className="size-full p-1.5" />}
      </span>
      <div className="min-w-0 flex-1">
        <Link to={`/dashboard/scan-details/${scan.id}`} prefetch="intent" className="stretched text-sm font-semibold">
          {scan.pet ? t("overview.recent.line", { name: scan.pet.name }) : t("overview.recent.tagOnly")}
        </Link>
        <p className="truncate text-xs text-ink-3">
          {formatAgo(scan.at, new Date(now), language)}
          {scan.place && (
            <>
              {" · "}
              <bdi>{scan.place}</bdi>
            </>
          )}
        </p>
      </div>
      <Chip tone={tone}>{t(`scans.classes.${scan.evidence}`)}</Chip>
    </li>
  );
}
