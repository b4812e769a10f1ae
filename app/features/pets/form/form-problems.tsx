import { useTranslation } from "react-i18next";
import type { Translate, WordKey } from "#app/platform/i18n/words.ts";
import { FormErrors, problemsOf } from "#app/platform/ui/forms/form-errors.tsx";
import type { PetFormMeta } from "./pet-fieldset.ts";

/** Where the label of a field's name stands: `medical.allergies` and `contacts[1].phone` among their own kind. */
export function labelKey(name: string): WordKey {
  const [group = "", part] = name.replace(/\[\d+\]/g, "").split(".");
  const key = part ? `pets.${group === "contacts" ? "contact" : group}.${part}` : `pets.fields.${group}`;
  return key as WordKey;
}

/** Everything that is wrong, each with the field's own name and the way to it. */
export function FormProblems({ form }: { form: PetFormMeta }) {
  const { t, i18n } = useTranslation();
  // A key that is only known when it is said; the translator's own type would compare it with every word there is.
  const translate: Translate = t;
  const { plan, version, ...allErrors } = form.allErrors;
  const labelOf = (name: string) => {
    const key = labelKey(name);
    // Said to be a boolean, since `exists` would narrow the key to a type too large to compare.
    const isLabelled: boolean = i18n.exists(key);
    return isLabelled ? translate(key) : undefined;
  };
  const errors = problemsOf({ id: form.id, allErrors }, labelOf, true);
  return <FormErrors title={t("form.checkThese")} errors={errors} />;
}
