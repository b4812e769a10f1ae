import { type FieldMetadata, getSelectProps } from "@conform-to/react";
import { HabitField } from "#app/features/pets/form/habit-field.tsx";
import { PetTypeCards } from "#app/features/pets/form/pet-type-cards.tsx";
import { genders } from "#app/features/pets/pets.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field, FieldErrors } from "#app/platform/ui/forms/field.tsx";
import { MoreFields } from "#app/platform/ui/forms/form-step.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, OptionList } from "#app/platform/ui/forms/text-input.tsx";
import { ages, colours, maxLengths, sizes } from "../reports.rules.ts";
import type { ReportFieldset } from "./form-values.ts";

/** Fields for the species, and the name of a lost pet. */
export function AnimalFields({ fields, isLost }: { fields: ReportFieldset; isLost: boolean }) {
  const t = useT();
  return (
    <div className="grid grid-cols-1 gap-4">
      {isLost && <LineField field={fields.petName} label={t("reportForm.petName")} max={maxLengths.petName} needed />}
      <PetTypeCards
        field={fields.type}
        legend={t("reportForm.type")}
        other={<LineField field={fields.otherType} label={t("reportForm.otherType")} max={maxLengths.otherType} />}
      />
    </div>
  );
}

interface Option {
  value: string;
  label: string;
}

interface Props<Schema> {
  field: FieldMetadata<Schema>;
  label: string;
  /** Option for "unknown". */
  unknown: Option;
  options: readonly Option[];
}

/** Select with a few values and "unknown". */
function ChoiceField<Schema>({ field, label, unknown, options }: Props<Schema>) {
  return (
    <Field id={field.id} label={label} errors={field.errors}>
      <NativeSelect {...getSelectProps(field)}>
        <OptionList options={[unknown, ...options]} />
      </NativeSelect>
    </Field>
  );
}

/** Fields for the appearance, which matching and search use. */
export function AppearanceFields({ fields, isLost, open }: { fields: ReportFieldset; isLost: boolean; open: boolean }) {
  const t = useT();
  const unknown = { value: "", label: t("reportForm.unknown") };
  return (
    <MoreFields title={t("reportForm.appearance")} open={open}>
      <Colours fields={fields} />
      <div className="grid gap-5 md:grid-cols-2">
        {!isLost && <LineField field={fields.petName} label={t("reportForm.petNameFound")} max={maxLengths.petName} />}
        <LineField field={fields.breed} label={t("reportForm.breed")} max={maxLengths.breed} />
      </div>
      <div className="grid gap-5 md:grid-cols-3">
        <ChoiceField
          field={fields.size}
          label={t("reportForm.size")}
          unknown={unknown}
          options={sizes.map((value) => ({ value, label: t(`lostFound.sizes.${value}`) }))}
        />
        <ChoiceField
          field={fields.gender}
          label={t("reportForm.gender")}
          unknown={{ value: "unknown", label: t("pets.genders.unknown") }}
          options={genders
            .filter((value) => value !== "unknown")
            .map((value) => ({ value, label: t(`pets.genders.${value}`) }))}
        />
        <ChoiceField
          field={fields.age}
          label={t("reportForm.age")}
          unknown={unknown}
          options={ages.map((value) => ({ value, label: t(`lostFound.ages.${value}`) }))}
        />
      </div>
      <HabitField fields={fields} />
      <ProseField
        field={fields.marks}
        label={t("reportForm.marks")}
        hint={t("reportForm.marksHint")}
        max={maxLengths.marks}
      />
    </MoreFields>
  );
}

const swatches = {
  black: "bg-[#25201d]",
  white: "bg-[#fff]",
  grey: "bg-[#9aa0a0]",
  brown: "bg-[#7a4b2a]",
  golden: "bg-[#d9a441]",
  cream: "bg-[#f0e0c0]",
  orange: "bg-[#e07b2d]",
  yellow: "bg-[#f3cf3a]",
  green: "bg-[#4f9b4a]",
  blue: "bg-[#4a86c9]",
};

function Colours({ fields }: { fields: ReportFieldset }) {
  const t = useT();
  const given = fields.colors.initialValue;
  const chosen: unknown[] = Array.isArray(given) ? given : [given];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-[550]">{t("reportForm.colours")}</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 md:grid-cols-5">
        {colours.map((colour) => (
          <Checkbox
            key={colour}
            name="colors"
            value={colour}
            defaultChecked={chosen.includes(colour)}
            label={
              <span className="inline-flex items-center gap-2">
                <span aria-hidden="true" className={`size-4 rounded-full border border-edge ${swatches[colour]}`} />
                {t(`lostFound.colours.${colour}`)}
              </span>
            }
          />
        ))}
      </div>
      <FieldErrors id={`${fields.colors.id}-error`} errors={fields.colors.errors} />
    </fieldset>
  );
}
