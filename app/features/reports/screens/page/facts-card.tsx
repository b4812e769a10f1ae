import { useTranslation } from "react-i18next";
import { animalInWords } from "#app/features/pets/pet-words.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import type { PublicReport } from "../../public-report.server.ts";

type Facts = Pick<PublicReport, "type" | "otherType" | "breed" | "colors" | "size" | "gender" | "age" | "marks">;

/** What the animal looks like, as far as it is known. */
export function FactsCard({ report }: { report: Facts }) {
  const { t } = useTranslation();
  const facts: [string, string | null | undefined][] = [
    [t("reports.list.type"), animalInWords(t, report)],
    [t("reports.page.breed"), report.breed],
    [t("reports.page.colours"), report.colors.map((one) => t(`reports.colours.${one}`)).join(t("reports.comma"))],
    [t("reports.page.size"), report.size && t(`reports.sizes.${report.size}`)],
    [t("reports.page.gender"), report.gender === "unknown" ? null : t(`pets.genders.${report.gender}`)],
    [t("reports.page.age"), report.age && t(`reports.ages.${report.age}`)],
    [t("reports.page.marks"), report.marks],
  ];
  return (
    <Card as="section">
      <CardHeader title={t("reports.page.looks")} />
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
