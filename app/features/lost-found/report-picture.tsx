import { animalIcons } from "#app/features/pets/animal-icons.ts";
import type { PhotoWidth } from "#app/platform/files/photos.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { Photo } from "#app/platform/ui/photo.tsx";
import type { Portrayed } from "./reports.rules.ts";

/**
 * First photo of a report, filling its container. Without one it shows an icon of the species and that there is no
 * photo, since people recognize animals here and a drawn one could mislead them.
 */
export function ReportPicture({
  report,
  width,
  sizes,
  alt = "",
  eager = false,
  className,
}: {
  report: Portrayed;
  width?: PhotoWidth;
  /** `sizes` attribute, for photos shown wider than 640 pixels. */
  sizes?: string;
  alt?: string;
  eager?: boolean;
  className?: string;
}) {
  const t = useT();
  const look = cx("size-full", className);
  const [first] = report.photos;
  if (first) return <Photo id={first} width={width} sizes={sizes} alt={alt} eager={eager} className={look} />;
  const Icon = animalIcons[report.type];
  return (
    <span
      className={cx("@container-size grid place-content-center justify-items-center gap-2 bg-sunken text-ink-3", look)}
    >
      <Icon aria-hidden className="size-[45cqmin] max-h-24 max-w-24 min-h-5 min-w-5" />
      <span className="text-xs font-medium @max-[8rem]:sr-only">{t("lostFound.noPhotoYet")}</span>
    </span>
  );
}
