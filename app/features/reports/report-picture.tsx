import { photoUrl } from "#app/platform/files/photos.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { drawnCoat } from "./drawn-coat.rules.ts";
import type { Portrayed } from "./reports.rules.ts";

/** The first photo of a report filling its box, or a drawn animal of that kind. */
export function ReportPicture({
  report,
  width = 640,
  alt = "",
  eager = false,
  className,
}: {
  report: Portrayed;
  width?: 160 | 640 | 1600;
  alt?: string;
  eager?: boolean;
  className?: string;
}) {
  const look = cx("size-full", className);
  const [first] = report.photos;
  if (!first)
    return (
      <AnimalDrawing
        kind={report.type}
        seed={report.id}
        coat={drawnCoat(report)}
        background
        title={alt || undefined}
        className={look}
      />
    );
  return (
    <img
      src={photoUrl(first, width)}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      className={cx(look, "object-cover")}
    />
  );
}
