import { useTranslation } from "react-i18next";
import { optionsOf, SearchForm } from "#app/platform/ui/lists/search-form.tsx";
import { type EvidenceFilter, evidenceClasses } from "../scans.rules.ts";
import type { Period } from "./periods.rules.ts";

interface Props {
  asked: { period: Period; petId: string | null; tag: string; evidence: EvidenceFilter | null };
  pets: { id: string; name: string }[];
}

/** Filter by tag, pet and evidence. */
export function ScanFilterForm({ asked, pets }: Props) {
  const { t } = useTranslation();
  return (
    <div className="mb-4">
      <SearchForm
        text={{ name: "tag", label: t("scans.tagSearch"), value: asked.tag, maxLength: 80 }}
        choices={[
          {
            name: "pet",
            label: t("scans.pet"),
            value: asked.petId,
            any: t("scans.allPets"),
            options: pets.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            name: "evidence",
            label: t("scans.evidence"),
            value: asked.evidence,
            any: t("scans.allEvidence"),
            options: [
              { value: "people", label: t("scans.people") },
              ...optionsOf(evidenceClasses, (one) => t(`scans.classes.${one}`)),
            ],
          },
        ]}
        otherParams={{ period: asked.period !== "all" && asked.period }}
      />
    </div>
  );
}
