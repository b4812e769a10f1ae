import { useTranslation } from "react-i18next";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { FormErrors } from "#app/platform/ui/form-errors.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";
import type { PetFormMeta } from "./pet-fieldset.ts";

/** Where the label of a field's name stands: `medical.allergies` and `contacts[1].phone` among their own kind. */
function labelKey(name: string): WordKey {
  const [group = "", part] = name.replace(/\[\d+\]/g, "").split(".");
  const key = part ? `pets.${group === "contacts" ? "contact" : group}.${part}` : `pets.fields.${group}`;
  return key as WordKey;
}

/** Everything that is wrong, each with the field's own name and the way to it. */
export function FormProblems({ form }: { form: PetFormMeta }) {
  const { t, i18n } = useTranslation();
  const elsewhere = new Set(["plan", "version"]);
  const problems = Object.entries(form.allErrors).filter(([name]) => !elsewhere.has(name));
  const errors = problems.flatMap(([name, messages]) =>
    messages.map((text) => {
      const key = labelKey(name);
      const message = name && i18n.exists(key) ? `${t(key)}: ${text}` : text;
      return { id: name ? `${form.id}-${name}` : undefined, message };
    }),
  );
  return <FormErrors title={t("form.checkThese")} errors={errors} />;
}

/** The pet was changed after this form was opened: look first, then keep one's own words or not. */
export function StaleNotice({ petId, message }: { petId: string; message: string }) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="sun"
      role="alert"
      title={t("pets.stale.title")}
      action={
        <div className="flex flex-wrap gap-2">
          <a
            href={`/dashboard/pets/${petId}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: "ghost", size: "sm" })}
          >
            {t("pets.stale.look")}
          </a>
          <SubmitButton name="overwrite" value="on" size="sm">
            {t("pets.stale.overwrite")}
          </SubmitButton>
        </div>
      }
    >
      <p>{message}</p>
    </Notice>
  );
}
