import ImageDown from "lucide-react/icons/image-down";
import { href } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { type SharedShape, sharedShapes } from "./posters.rules.ts";

/** Address of a report's picture for stories or posts. */
export const sharedPictureUrl = (reportId: string, shape: SharedShape) =>
  href("/community-reports/:reportId/pictures/:shape.jpg", { reportId, shape });

/** Links to a report's pictures for stories and posts. */
export function SharedPictures({ reportId }: { reportId: string }) {
  const t = useT();
  return (
    <ul className="grid gap-1 text-sm">
      {sharedShapes.map((shape) => (
        <li key={shape}>
          <a href={sharedPictureUrl(reportId, shape)} download className="link inline-flex min-h-11 items-center gap-2">
            <ImageDown aria-hidden className="size-5 shrink-0" />
            {t(`lostFound.share.pictures.${shape}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}
