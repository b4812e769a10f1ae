import { useTranslation } from "react-i18next";
import { Card } from "#app/platform/ui/card.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { FieldSet } from "#app/platform/ui/forms/field.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { longest } from "../reports.rules.ts";
import { PhotosField } from "./photos-field.tsx";
import type { ReportFieldset } from "./report-fieldset.ts";

/** Photos, what happened, advice and a reward. */
export function StorySection({ fields, photos }: { fields: ReportFieldset; photos: readonly string[] }) {
  const { t } = useTranslation();
  const isLost = (fields.kind.value ?? fields.kind.initialValue) === "lost";
  return (
    <Card as="section">
      <FieldSet legend={t("reportForm.story")}>
        <PhotosField id={fields.photos.id} errors={fields.photos.errors} photos={photos} />
        <ProseField field={fields.description} label={t("reportForm.description")} max={longest.prose} />
        <ProseField
          field={fields.additionalInfo}
          label={t("reportForm.advice")}
          hint={isLost && t("reportForm.adviceHint")}
          max={longest.prose}
        />
        {isLost && (
          <div className="grid items-start gap-5 md:grid-cols-2">
            <LineField
              field={fields.reward}
              label={t("reportForm.reward")}
              hint={t("reportForm.rewardHint")}
              max={longest.reward}
            />
            <Checkbox
              name="showReward"
              defaultChecked={fields.showReward.initialValue === "on"}
              label={t("reportForm.showReward")}
              className="md:mt-9"
            />
          </div>
        )}
      </FieldSet>
    </Card>
  );
}
