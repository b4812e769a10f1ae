import { getCollectionProps, getInputProps } from "@conform-to/react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Checkbox, Switch } from "#app/platform/ui/forms/choice.tsx";
import { FieldSet } from "#app/platform/ui/forms/field.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { maxLengths, type PetNeed, petNeeds } from "../pets.rules.ts";
import { Visibility } from "./about-section.tsx";
import type { PetFieldset } from "./form-problems.tsx";

/** Fields for what a finder should know, each with the switch that shows it. */
export function FinderFields({ fields, isOwner }: { fields: PetFieldset; isOwner: boolean }) {
  const t = useT();
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="mb-1 text-sm font-semibold">{t("pets.fields.needs")}</legend>
        <p className="text-sm text-ink-2">{t("petForm.hints.needs")}</p>
        <div className="grid gap-3 sm:grid-cols-2">
          {getCollectionProps(fields.needs, { type: "checkbox", options: [...petNeeds] }).map(({ key, ...props }) => (
            <Checkbox key={key} {...props} label={t(`pets.needs.${props.value as PetNeed}`)} />
          ))}
        </div>
      </fieldset>
      {(["urgentNeeds", "behaviours", "notes"] as const).map((name) => (
        <div key={name} className="grid gap-3">
          <ProseField
            field={fields[name]}
            label={t(`pets.fields.${name}`)}
            hint={t(`petForm.hints.${name}`)}
            max={name === "urgentNeeds" ? maxLengths.urgentNeeds : maxLengths.prose}
          />
          <Visibility fields={fields} item={name} isOwner={isOwner} />
        </div>
      ))}
      {isOwner && <PhoneField fields={fields} />}
    </>
  );
}

/** The owner's phone number, shown to finders only while the switch is on. */
function PhoneField({ fields }: { fields: PetFieldset }) {
  const t = useT();
  return (
    <div className="group/phone grid gap-4">
      <Switch
        {...getInputProps(fields.showPhone, { type: "checkbox" })}
        label={t("pets.fields.showPhone")}
        hint={t("pets.items.phoneHint")}
        errors={fields.showPhone.errors}
      />
      <div className={fields.finderPhone.errors ? "" : "hidden group-has-[[role=switch]:checked]/phone:block"}>
        <LineField
          field={fields.finderPhone}
          label={t("pets.fields.finderPhone")}
          hint={t("petForm.hints.finderPhone")}
          type="tel"
          autoComplete="tel"
          max={40}
          ltr
        />
      </div>
    </div>
  );
}

/** Field for the diet. */
export function DietField({ fields, isOwner }: { fields: PetFieldset; isOwner: boolean }) {
  const t = useT();
  return (
    <div className="grid gap-3">
      <ProseField
        field={fields.diet}
        label={t("pets.fields.diet")}
        hint={t("petForm.hints.diet")}
        max={maxLengths.prose}
      />
      <Visibility fields={fields} item="diet" isOwner={isOwner} />
    </div>
  );
}

export function MedicalSection({ fields, today, isOwner }: { fields: PetFieldset; today: string; isOwner: boolean }) {
  const t = useT();
  const medical = fields.medical.getFieldset();
  return (
    <Card as="section" id="medical" className="scroll-mt-20">
      <FieldSet
        legend={t("petForm.sections.medical.title")}
        text={t("petForm.sections.medical.text")}
        className="md:grid-cols-2"
      >
        {(["conditions", "allergies", "medications", "vaccinations"] as const).map((name) => (
          <ProseField key={name} field={medical[name]} label={t(`pets.medical.${name}`)} max={maxLengths.prose} />
        ))}
        <LineField field={medical.lastCheckup} label={t("pets.medical.lastCheckup")} type="date" last={today} />
        <LineField field={medical.nextCheckup} label={t("pets.medical.nextCheckup")} type="date" />
        <LineField field={medical.bloodType} label={t("pets.medical.bloodType")} max={maxLengths.bloodType} />
        <ProseField field={medical.medicalNotes} label={t("pets.medical.medicalNotes")} max={maxLengths.prose} />
      </FieldSet>
      <div className="mt-4 grid gap-1">
        <Visibility fields={fields} item="medical" isOwner={isOwner} />
        {isOwner && <p className="text-xs text-ink-3">{t("pets.items.medicalHint")}</p>}
      </div>
    </Card>
  );
}

/** Number of a microchip, where it sits, and since when. */
function ChipFields({
  fields,
  chip,
  today,
}: {
  fields: PetFieldset;
  chip: "microchip" | "secondMicrochip";
  today: string;
}) {
  const t = useT();
  const isFirst = chip === "microchip";
  return (
    <>
      <LineField
        field={fields[chip]}
        label={t(`pets.fields.${chip}`)}
        hint={isFirst ? t("petForm.hints.microchip") : undefined}
        max={maxLengths.microchip}
        className="md:col-span-2"
        ltr
      />
      <LineField
        field={fields[`${chip}Place`]}
        label={t(`pets.fields.${chip}Place`)}
        hint={isFirst ? t("petForm.hints.microchipPlace") : undefined}
        max={maxLengths.microchipPlace}
      />
      <LineField field={fields[`${chip}Day`]} label={t(`pets.fields.${chip}Day`)} type="date" last={today} />
    </>
  );
}

/** Fields of the microchip, and of the second that some animals have. */
export function MicrochipSection({ fields, today }: { fields: PetFieldset; today: string }) {
  const t = useT();
  const second = [fields.secondMicrochip, fields.secondMicrochipPlace, fields.secondMicrochipDay];
  return (
    <Card as="section" id="microchip" className="scroll-mt-20">
      <FieldSet
        legend={t("petForm.sections.microchip.title")}
        text={t("petForm.sections.microchip.text")}
        className="md:grid-cols-2"
      >
        <ChipFields fields={fields} chip="microchip" today={today} />
        <div className="md:col-span-2">
          <Disclosure
            summary={t("petForm.sections.microchip.second")}
            open={second.some(({ initialValue, errors }) => initialValue || errors)}
          >
            <div className="grid grid-cols-1 gap-5 text-ink md:grid-cols-2">
              <ChipFields fields={fields} chip="secondMicrochip" today={today} />
            </div>
          </Disclosure>
        </div>
      </FieldSet>
    </Card>
  );
}

export function VetSection({ fields, isOwner }: { fields: PetFieldset; isOwner: boolean }) {
  const t = useT();
  const vet = fields.vet.getFieldset();
  return (
    <Card as="section" id="vet" className="scroll-mt-20">
      <FieldSet legend={t("pets.vet.title")} text={t("petForm.sections.vet.text")} className="md:grid-cols-2">
        <LineField field={vet.name} label={t("pets.vet.name")} max={maxLengths.vetName} />
        <LineField field={vet.phone} label={t("pets.vet.phone")} type="tel" max={40} ltr />
        <LineField field={vet.specialization} label={t("pets.vet.specialization")} max={maxLengths.specialization} />
        <LineField field={vet.clinicAddress} label={t("pets.vet.clinicAddress")} max={maxLengths.clinicAddress} />
      </FieldSet>
      <div className="mt-4">
        <Visibility fields={fields} item="vet" isOwner={isOwner} />
      </div>
    </Card>
  );
}
