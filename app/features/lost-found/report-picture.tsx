import { useT } from "#app/platform/i18n/use-t.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { Photo } from "#app/platform/ui/photo.tsx";
import type { PicturedReport } from "./reports.rules.ts";

/**
 * First photo of a report, filling its container. Without one it shows a drawing in the stated colours, and says that
 * there is no photo, since people recognize animals here.
 */
export function ReportPicture({
  report,
  sizes,
  alt = "",
  eager = false,
  className,
}: {
  report: PicturedReport;
  /** How wide it is shown, as in the HTML attribute. */
  sizes: string;
  alt?: string;
  eager?: boolean;
  className?: string;
}) {
  const t = useT();
  const look = cx("size-full", className);
  const [first] = report.photos;
  if (first) return <Photo id={first} sizes={sizes} alt={alt} eager={eager} className={look} />;
  return (
    <span className={cx("@container relative block overflow-hidden", look)}>
      <AnimalDrawing kind={report.type} seed={report.id} colors={report.colors} background className="size-full" />
      <span className="absolute inset-x-0 bottom-0 bg-black/55 px-2 py-1 text-center text-xs font-medium text-white @max-[8rem]:sr-only">
        {t("lostFound.noPhotoYet")}
      </span>
    </span>
  );
}
