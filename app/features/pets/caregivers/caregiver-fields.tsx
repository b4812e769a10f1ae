import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { caregiverLevels } from "./caregivers.rules.ts";

/** Form fields for a caregiver's access level and last day. */
export function CaregiverFields({
  level,
  untilDay,
  name,
  today,
}: {
  level: FieldMetadata<string>;
  untilDay: FieldMetadata<string | null>;
  /** Name of the pet. */
  name: string;
  today: string;
}) {
  const { t } = useTranslation();
  return (
    <>
      <RadioCards
        id={level.id}
        legend={t("caregivers.level")}
        name={level.name}
        defaultValue={level.initialValue}
        errors={level.errors}
        hint={t("caregivers.yours")}
        options={caregiverLevels.map((value) => ({
          value,
          title: t(`caregivers.levels.${value}.title`),
          text: t(`caregivers.levels.${value}.text`, { name }),
        }))}
      />
      <LineField
        field={untilDay}
        label={t("caregivers.untilDay")}
        hint={t("caregivers.untilDayHint")}
        type="date"
        min={today}
        className="max-w-xs"
      />
    </>
  );
}
