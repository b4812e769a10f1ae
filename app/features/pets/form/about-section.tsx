import { getInputProps, getSelectProps } from "@conform-to/react";
import Bird from "lucide-react/icons/bird";
import Cat from "lucide-react/icons/cat";
import Dog from "lucide-react/icons/dog";
import Rabbit from "lucide-react/icons/rabbit";
import { useTranslation } from "react-i18next";
import { Card } from "#app/platform/ui/card.tsx";
import { Field, FieldSet } from "#app/platform/ui/forms/field.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect } from "#app/platform/ui/forms/text-input.tsx";
import { earliestBirth, genders, longest, petTypes } from "../pets.rules.ts";
import type { PetFieldset } from "./pet-fieldset.ts";

const icons = { dog: Dog, cat: Cat, bird: Bird, other: Rabbit };

/** Name, kind and what the pet looks like. */
export function AboutSection({ fields, today }: { fields: PetFieldset; today: string }) {
  const { t } = useTranslation();
  return (
    <Card as="section" className="group/about">
      <FieldSet legend={t("pets.sections.about.title")} text={t("pets.sections.about.text")}>
        <LineField field={fields.name} label={t("pets.fields.name")} max={longest.name} needed />
        <RadioCards
          {...getInputProps(fields.type, { type: "radio", value: false })}
          required
          legend={t("pets.fields.type")}
          errors={fields.type.errors}
          defaultValue={fields.type.initialValue}
          columns={4}
          options={petTypes.map((type) => {
            const Icon = icons[type];
            return { value: type, title: t(`pets.types.${type}`), icon: <Icon aria-hidden /> };
          })}
        />
        <div className="hidden group-has-[input[value=other]:checked]/about:block">
          <LineField
            field={fields.otherType}
            label={t("pets.fields.otherType")}
            hint={t("pets.hints.otherType")}
            max={longest.otherType}
          />
        </div>
        <div className="grid gap-5 md:grid-cols-2">
          <LineField
            field={fields.breed}
            label={t("pets.fields.breed")}
            hint={t("pets.hints.breed")}
            max={longest.breed}
          />
          <LineField
            field={fields.color}
            label={t("pets.fields.color")}
            hint={t("pets.hints.color")}
            max={longest.color}
          />
          <Field id={fields.gender.id} label={t("pets.fields.gender")} errors={fields.gender.errors}>
            <NativeSelect {...getSelectProps(fields.gender)}>
              {genders.map((gender) => (
                <option key={gender} value={gender}>
                  {t(`pets.genders.${gender}`)}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Field id={fields.neutered.id} label={t("pets.fields.neutered")} errors={fields.neutered.errors}>
            <NativeSelect {...getSelectProps(fields.neutered)}>
              <option value="">{t("pets.notKnown")}</option>
              <option value="yes">{t("pets.yes")}</option>
              <option value="no">{t("pets.no")}</option>
            </NativeSelect>
          </Field>
          <LineField
            field={fields.birthdate}
            label={t("pets.fields.birthdate")}
            hint={t("pets.hints.birthdate")}
            type="date"
            min={earliestBirth}
            last={today}
          />
          <LineField field={fields.weightKg} label={t("pets.fields.weightKg")} inputMode="decimal" max={12} ltr />
          <LineField
            field={fields.microchip}
            label={t("pets.fields.microchip")}
            hint={t("pets.hints.microchip")}
            max={longest.microchip}
            ltr
          />
        </div>
      </FieldSet>
    </Card>
  );
}
