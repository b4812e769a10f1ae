import { habitOf } from "#app/features/pets/pets.rules.ts";
import { formatBreed } from "#app/features/pets/texts/breeds-and-colours.ts";
import { formatAnimal } from "#app/features/pets/texts/pet-texts.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { photoUrl } from "#app/platform/files/photos.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Photo } from "#app/platform/ui/photo.tsx";
import { transitionTarget } from "#app/platform/ui/use-transition-style.ts";
import type { PublicReport } from "../public-report.server.ts";
import { ReportPicture } from "../report-picture.tsx";
import { formatReportName } from "../report-texts.ts";

type Facts = Pick<
  PublicReport,
  "type" | "otherType" | "breed" | "colors" | "size" | "gender" | "age" | "habit" | "marks"
>;

/** Card with the known looks of the animal. */
export function FactsCard({ report }: { report: Facts }) {
  const { t, language } = useViewer();
  const habit = habitOf(report);
  const facts: [string, string | null | undefined][] = [
    [t("lostFound.type"), formatAnimal(t, report, language)],
    [t("reportPage.breed"), report.breed && formatBreed(report.breed, language)],
    [t("reportPage.colours"), report.colors.map((one) => t(`lostFound.colours.${one}`)).join(t("lostFound.comma"))],
    [t("reportPage.size"), report.size && t(`lostFound.sizes.${report.size}`)],
    [t("reportPage.gender"), report.gender === "unknown" ? null : t(`pets.genders.${report.gender}`)],
    [t("reportPage.age"), report.age && t(`lostFound.ages.${report.age}`)],
    [t("pets.fields.habit"), habit && t(`pets.habit.${habit}`)],
    [t("reportPage.marks"), report.marks],
  ];
  return (
    <Card as="section">
      <CardHeader title={t("reportPage.appearance")} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 wrap-anywhere max-[16rem]:grid-cols-1">
        {facts
          .filter(([, text]) => text)
          .map(([term, text]) => (
            <div key={term}>
              <dt className="text-xs text-ink-3">{term}</dt>
              <dd className="whitespace-pre-wrap">
                <bdi>{text}</bdi>
              </dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}

/** Shows how to behave around the animal while it is searched for, then what happened. */
export function DescriptionCard({
  report,
}: {
  report: Pick<PublicReport, "status" | "description" | "additionalInfo">;
}) {
  const t = useT();
  const { status, description, additionalInfo } = report;
  return (
    <>
      {additionalInfo && status !== "resolved" && (
        <Notice tone="sun" title={t("reportPage.advice")}>
          <p dir="auto" className="whitespace-pre-wrap">
            {additionalInfo}
          </p>
        </Notice>
      )}
      {description && (
        <Card as="section">
          <h2 className="mb-2 text-lg">{t("reportPage.story")}</h2>
          <p dir="auto" className="whitespace-pre-wrap">
            {description}
          </p>
        </Card>
      )}
    </>
  );
}

/** First photo large, the others below; each opens in full size. */
export function PhotoGallery({
  report,
}: {
  report: Pick<PublicReport, "id" | "kind" | "type" | "petName" | "colors" | "photos">;
}) {
  const t = useT();
  const about = formatReportName(t, report);
  const [first, ...others] = report.photos;
  const alt = (number: number) => t("reportPage.photo", { number, about });
  const large = (
    <ReportPicture report={report} sizes="(min-width: 64rem) 44rem, 100vw" alt={first ? alt(1) : ""} eager />
  );
  return (
    <div className="grid gap-3">
      <div
        className={cx("overflow-hidden rounded-3 bg-brand-soft", first ? "aspect-[4/3]" : "h-56")}
        style={transitionTarget(report.id)}
      >
        {first ? <a href={photoUrl(first, 1600)}>{large}</a> : large}
      </div>
      {others.length > 0 && (
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-5">
          {others.map((photo, index) => (
            <li key={photo} className="aspect-square overflow-hidden rounded-2">
              <a href={photoUrl(photo, 1600)}>
                <Photo id={photo} sizes="(min-width: 64rem) 8rem, (min-width: 40rem) 18vw, 30vw" alt={alt(index + 2)} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
