import { getCollectionProps, getSelectProps } from "@conform-to/react";
import Eye from "lucide-react/icons/eye";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Switch } from "#app/platform/ui/forms/choice.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, Options } from "#app/platform/ui/forms/text-input.tsx";
import { type FinderItem, finderItems, genders, maxLengths } from "../pets.rules.ts";
import type { PetFieldset } from "./form-problems.tsx";
import { HabitField } from "./habit-field.tsx";
import { PetTypeCards } from "./pet-type-cards.tsx";

/** The required fields of a profile: name and type. */
export function NameFields({ fields }: { fields: PetFieldset }) {
  const t = useT();
  return (
    <div className="grid grid-cols-1 gap-4 md:gap-5">
      <LineField field={fields.name} label={t("pets.fields.name")} max={maxLengths.name} needed />
      <PetTypeCards
        field={fields.type}
        legend={t("pets.fields.type")}
        other={
          <LineField
            field={fields.otherType}
            label={t("pets.fields.otherType")}
            hint={t("petForm.hints.otherType")}
            max={maxLengths.otherType}
          />
        }
      />
    </div>
  );
}

/** Switch for whether finders see the field above. Rendered for the owner only, not for caregivers. */
export function Visibility({ fields, item, isOwner }: { fields: PetFieldset; item: FinderItem; isOwner: boolean }) {
  const t = useT();
  if (!isOwner) return null;
  const options = getCollectionProps(fields.shown, { type: "checkbox", options: [...finderItems] });
  const option = options.find(({ value }) => value === item);
  if (!option) return null;
  const { key, ...props } = option;
  return (
    <Switch
      key={key}
      {...props}
      className="-mt-1"
      label={
        <span className="flex items-center gap-2 text-ink-2">
          <Eye aria-hidden className="size-4 shrink-0" />
          <span>
            <span className="sr-only">{t(`pets.items.${item}`)}: </span>
            {t(item === "vet" ? "pets.items.visibleSignedIn" : "pets.items.visible")}
          </span>
        </span>
      }
    />
  );
}

/** Fields for the pet's appearance. */
export function AppearanceFields({ fields, isOwner }: { fields: PetFieldset; isOwner: boolean }) {
  const t = useT();
  return (
    <div className="grid gap-5 md:grid-cols-2">
      {(["breed", "color"] as const).map((name) => (
        <div key={name} className="grid content-start gap-3">
          <LineField
            field={fields[name]}
            label={t(`pets.fields.${name}`)}
            hint={t(`petForm.hints.${name}`)}
            max={maxLengths[name]}
          />
          <Visibility fields={fields} item={name} isOwner={isOwner} />
        </div>
      ))}
    </div>
  );
}

/** Fields for sex, age and weight. */
export function DetailFields({ fields, isOwner }: { fields: PetFieldset; isOwner: boolean }) {
  const t = useT();
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <div className="grid content-start gap-3">
        <Field id={fields.gender.id} label={t("pets.fields.gender")} errors={fields.gender.errors}>
          <NativeSelect {...getSelectProps(fields.gender)}>
            <Options values={genders} label={(gender) => t(`pets.genders.${gender}`)} />
          </NativeSelect>
        </Field>
        <Visibility fields={fields} item="gender" isOwner={isOwner} />
      </div>
      <div className="grid content-start gap-3">
        <LineField
          field={fields.birthdate}
          label={t("pets.fields.birthdate")}
          hint={t("petForm.hints.birthdate")}
          inputMode="decimal"
          max={30}
          ltr
        />
        <Visibility fields={fields} item="age" isOwner={isOwner} />
      </div>
      <div className="grid content-start gap-3">
        <LineField field={fields.weightKg} label={t("pets.fields.weightKg")} inputMode="decimal" max={12} ltr />
        <Visibility fields={fields} item="weight" isOwner={isOwner} />
      </div>
      <Field id={fields.neutered.id} label={t("pets.fields.neutered")} errors={fields.neutered.errors}>
        <NativeSelect {...getSelectProps(fields.neutered)}>
          <option value="">{t("pets.notKnown")}</option>
          <option value="yes">{t("pets.yes")}</option>
          <option value="no">{t("pets.no")}</option>
        </NativeSelect>
      </Field>
      <HabitField fields={fields} />
    </div>
  );
}
