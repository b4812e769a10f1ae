import type { PhotoWidth } from "#app/platform/files/photos.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { Photo } from "#app/platform/ui/photo.tsx";
import { drawnCoat } from "./drawn-coat.rules.ts";
import type { Portrayed } from "./reports.rules.ts";

/** The first photo of a report filling its box, or a drawn animal of that kind. */
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
  /** As in CSS, where it may stand larger than 640 pixels. */
  sizes?: string;
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
  return <Photo id={first} width={width} sizes={sizes} alt={alt} eager={eager} className={look} />;
}
