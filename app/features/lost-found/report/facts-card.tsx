import { useTranslation } from "react-i18next";
import { breedInWords } from "#app/features/pets/breeds-and-colours.ts";
import { animalInWords } from "#app/features/pets/pet-words.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import type { PublicReport } from "./public-report.server.ts";

type Facts = Pick<PublicReport, "type" | "otherType" | "breed" | "colors" | "size" | "gender" | "age" | "marks">;

/** Card with the known looks of the animal. */
export function FactsCard({ report }: { report: Facts }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const facts: [string, string | null | undefined][] = [
    [t("lostFound.list.type"), animalInWords(t, report, language)],
    [t("lostFound.page.breed"), report.breed && breedInWords(report.breed, language)],
    [t("lostFound.page.colours"), report.colors.map((one) => t(`lostFound.colours.${one}`)).join(t("lostFound.comma"))],
    [t("lostFound.page.size"), report.size && t(`lostFound.sizes.${report.size}`)],
    [t("lostFound.page.gender"), report.gender === "unknown" ? null : t(`pets.genders.${report.gender}`)],
    [t("lostFound.page.age"), report.age && t(`lostFound.ages.${report.age}`)],
    [t("lostFound.page.marks"), report.marks],
  ];
  return (
    <Card as="section">
      <CardHeader title={t("lostFound.page.looks")} />
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
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
