import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { Form, useSubmit } from "react-router";
import { Button } from "#app/platform/ui/button.tsx";
import { NativeSelect, TextInput } from "#app/platform/ui/text-input.tsx";
import type { Period } from "../periods.rules.ts";
import { type EvidenceFilter, evidenceClasses } from "../scans.rules.ts";

interface Props {
  asked: { period: Period; petId: string | null; tag: string; evidence: EvidenceFilter | null };
  pets: { id: string; name: string }[];
}

/** Which pet, which tag and how sure; a choice takes effect at once, and with the button where scripts do not run. */
export function ScanFilterForm({ asked, pets }: Props) {
  const { t } = useTranslation();
  const submit = useSubmit();
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    if (event.target instanceof HTMLSelectElement) submit(event.currentTarget, { preventScrollReset: true });
  };
  return (
    <Form
      key={JSON.stringify(asked)}
      method="get"
      role="search"
      preventScrollReset
      onChange={onChange}
      className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)_auto]"
    >
      {asked.period !== "all" && <input type="hidden" name="period" value={asked.period} />}
      <NativeSelect name="pet" defaultValue={asked.petId ?? ""} aria-label={t("scans.pet")}>
        <option value="">{t("scans.allPets")}</option>
        {pets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect name="evidence" defaultValue={asked.evidence ?? ""} aria-label={t("scans.evidence")}>
        <option value="">{t("scans.allEvidence")}</option>
        <option value="people">{t("scans.people")}</option>
        {evidenceClasses.map((one) => (
          <option key={one} value={one}>
            {t(`scans.classes.${one}`)}
          </option>
        ))}
      </NativeSelect>
      <TextInput
        name="tag"
        type="search"
        defaultValue={asked.tag}
        maxLength={80}
        aria-label={t("scans.tagSearch")}
        placeholder={t("scans.tagSearch")}
      />
      <Button type="submit" variant="ghost">
        {t("scans.filter")}
      </Button>
    </Form>
  );
}
