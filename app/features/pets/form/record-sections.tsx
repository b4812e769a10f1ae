import { getCollectionProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/platform/ui/card.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { FieldSet } from "#app/platform/ui/forms/field.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { longest, type PetNeed, petNeeds } from "../pets.rules.ts";
import type { PetFieldset } from "./pet-fieldset.ts";

export function CharacterSection({ fields }: { fields: PetFieldset }) {
  const { t } = useTranslation();
  return (
    <Card as="section">
      <FieldSet legend={t("pets.sections.character.title")} text={t("pets.sections.character.text")}>
        <fieldset className="grid gap-3">
          <legend className="mb-1 text-sm font-semibold">{t("pets.fields.needs")}</legend>
          <p className="text-sm text-ink-2">{t("pets.hints.needs")}</p>
          <div className="grid gap-3 sm:grid-cols-2">
            {getCollectionProps(fields.needs, { type: "checkbox", options: [...petNeeds] }).map(({ key, ...props }) => (
              <Checkbox key={key} {...props} label={t(`pets.needs.${props.value as PetNeed}`)} />
            ))}
          </div>
        </fieldset>
        <ProseField
          field={fields.urgentNeeds}
          label={t("pets.fields.urgentNeeds")}
          hint={t("pets.hints.urgentNeeds")}
          max={longest.urgentNeeds}
        />
        {(["behaviours", "notes", "diet"] as const).map((name) => (
          <ProseField
            key={name}
            field={fields[name]}
            label={t(`pets.fields.${name}`)}
            hint={t(`pets.hints.${name}`)}
            max={longest.prose}
          />
        ))}
      </FieldSet>
    </Card>
  );
}

export function MedicalSection({ fields, today }: { fields: PetFieldset; today: string }) {
  const { t } = useTranslation();
  const medical = fields.medical.getFieldset();
  return (
    <Card as="section">
      <FieldSet
        legend={t("pets.sections.medical.title")}
        text={t("pets.sections.medical.text")}
        className="md:grid-cols-2"
      >
        {(["conditions", "allergies", "medications", "vaccinations"] as const).map((name) => (
          <ProseField key={name} field={medical[name]} label={t(`pets.medical.${name}`)} max={longest.prose} />
        ))}
        <LineField field={medical.lastCheckup} label={t("pets.medical.lastCheckup")} type="date" last={today} />
        <LineField field={medical.nextCheckup} label={t("pets.medical.nextCheckup")} type="date" />
        <LineField field={medical.bloodType} label={t("pets.medical.bloodType")} max={longest.bloodType} />
        <ProseField field={medical.medicalNotes} label={t("pets.medical.medicalNotes")} max={longest.prose} />
      </FieldSet>
    </Card>
  );
}

export function VetSection({ fields }: { fields: PetFieldset }) {
  const { t } = useTranslation();
  const vet = fields.vet.getFieldset();
  return (
    <Card as="section">
      <FieldSet legend={t("pets.sections.vet.title")} text={t("pets.sections.vet.text")} className="md:grid-cols-2">
        <LineField field={vet.name} label={t("pets.vet.name")} max={longest.vetName} />
        <LineField field={vet.phone} label={t("pets.vet.phone")} type="tel" max={40} ltr />
        <LineField field={vet.specialization} label={t("pets.vet.specialization")} max={longest.specialization} />
        <LineField field={vet.clinicAddress} label={t("pets.vet.clinicAddress")} max={longest.clinicAddress} />
      </FieldSet>
    </Card>
  );
}
