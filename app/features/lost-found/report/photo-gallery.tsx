import { useTranslation } from "react-i18next";
import { photoUrl } from "#app/platform/files/photos.ts";
import { Photo } from "#app/platform/ui/photo.tsx";
import { morphTarget } from "#app/platform/ui/use-morph.ts";
import { ReportPicture } from "../report-picture.tsx";
import { aboutInWords } from "../report-texts.ts";
import type { PublicReport } from "./public-report.server.ts";

/** First photo large, the others below; each opens in full size. */
export function PhotoGallery({
  report,
}: {
  report: Pick<PublicReport, "id" | "kind" | "type" | "petName" | "colors" | "photos">;
}) {
  const { t } = useTranslation();
  const about = aboutInWords(t, report);
  const [first, ...others] = report.photos;
  const alt = (number: number) => t("lostFound.page.photo", { number, about });
  const large = (
    <ReportPicture report={report} sizes="(min-width: 64rem) 44rem, 100vw" alt={first ? alt(1) : ""} eager />
  );
  return (
    <div className="grid gap-3">
      <div className="aspect-[4/3] overflow-hidden rounded-3 bg-brand-soft" style={morphTarget(report.id)}>
        {first ? <a href={photoUrl(first, 1600)}>{large}</a> : large}
      </div>
      {others.length > 0 && (
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-5">
          {others.map((photo, index) => (
            <li key={photo} className="aspect-square overflow-hidden rounded-2">
              <a href={photoUrl(photo, 1600)}>
                <Photo id={photo} alt={alt(index + 2)} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
