import { useTranslation } from "react-i18next";
import type { Translate, WordKey } from "#app/platform/i18n/words.ts";
import { FormErrors, problemsOf } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { ReportFormMeta } from "./report-fieldset.ts";

const labels: Record<string, WordKey> = {
  additionalInfo: "reportForm.advice",
  colors: "reportForm.colours",
  place: "reportForm.exact",
};

/** Lists all validation errors, each with its field's label and a link to it. */
export function FormProblems({ form }: { form: ReportFormMeta }) {
  const { t, i18n } = useTranslation();
  // The key is only known at run time; the translator's own type would compare it with every existing key.
  const translate: Translate = t;
  const { version, ...allErrors } = form.allErrors;
  const labelOf = (field: string) => {
    const key = labels[field] ?? (`reportForm.${field}` as WordKey);
    // Annotated as boolean, since `exists` would narrow the key to a type too large to compare.
    const isLabelled: boolean = i18n.exists(key);
    return isLabelled ? translate(key) : undefined;
  };
  const errors = problemsOf({ id: form.id, allErrors }, labelOf);
  return (
    <>
      {form.allErrors.version && (
        <Notice
          tone="sun"
          role="alert"
          action={
            <SubmitButton name="overwrite" value="on" size="sm">
              {t("reportForm.overwrite")}
            </SubmitButton>
          }
        >
          {form.allErrors.version.join(" ")}
        </Notice>
      )}
      <FormErrors title={t("form.checkThese")} errors={errors} />
    </>
  );
}
