import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import type { TaggedPet } from "#app/features/scans/recording/last-scans.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatAgo } from "#app/platform/i18n/format.ts";
import { Chip } from "#app/platform/ui/chip.tsx";

/** State of the pet's tag and its last scan; without a tag, a link to get one. */
export function TagState({ tagged }: { tagged: TaggedPet | undefined }) {
  const { t } = useTranslation();
  const { language, now } = useViewer();
  if (!tagged)
    return (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Chip tone="sun">{t("dashboard.pets.noTag")}</Chip>
        <Link to={href("/dashboard/tags")} prefetch="intent" className="link">
          {t("dashboard.pets.link")}
        </Link>
      </span>
    );
  const { scannedAt } = tagged;
  return (
    <span className="flex items-center gap-1.5 text-xs text-ink-2">
      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-ok" />
      {scannedAt
        ? t("dashboard.pets.scanned", { ago: formatAgo(scannedAt, new Date(now), language) })
        : t("dashboard.pets.linked")}
    </span>
  );
}
