import { getCollectionProps, getInputProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/platform/ui/card.tsx";
import { Switch } from "#app/platform/ui/forms/choice.tsx";
import { FieldSet } from "#app/platform/ui/forms/field.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { type FinderItem, finderItems } from "../pets.rules.ts";
import type { PetFieldset } from "./pet-fieldset.ts";

/** Item by item, what a finder sees, with the words that would stand there now. */
export function ShownSection({ fields }: { fields: PetFieldset }) {
  const { t } = useTranslation();
  const shown = new Set<unknown>([fields.shown.value].flat());
  const written: Partial<Record<FinderItem, string | undefined>> = {
    breed: fields.breed.value,
    color: fields.color.value,
    urgentNeeds: fields.urgentNeeds.value,
    behaviours: fields.behaviours.value,
    notes: fields.notes.value,
    diet: fields.diet.value,
  };

  function hint(item: FinderItem) {
    if (!shown.has(item)) return t("pets.items.off");
    const text = written[item]?.trim();
    return text ? (
      <span className="line-clamp-1">
        <bdi>{text}</bdi>
      </span>
    ) : (
      t("pets.items.on")
    );
  }

  return (
    <Card as="section">
      <FieldSet legend={t("pets.sections.shown.title")} text={t("pets.sections.shown.text")}>
        <p className="text-sm">{t("pets.items.always")}</p>
        <div className="grid divide-y divide-line">
          {getCollectionProps(fields.shown, { type: "checkbox", options: [...finderItems] }).map(
            ({ key, ...props }) => {
              const item = props.value as FinderItem;
              return (
                <Switch
                  key={key}
                  {...props}
                  className="py-3"
                  label={t(`pets.items.${item}`)}
                  hint={
                    <>
                      {hint(item)}
                      {item === "medical" && ` · ${t("pets.items.medicalHint")}`}
                    </>
                  }
                />
              );
            },
          )}
          <div className="group/phone grid gap-4 py-3">
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
                hint={t("pets.hints.finderPhone")}
                type="tel"
                autoComplete="tel"
                max={40}
                ltr
              />
            </div>
          </div>
        </div>
      </FieldSet>
    </Card>
  );
}
