import type { useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { Translate, WordKey } from "#app/platform/i18n/words.ts";
import { FormErrors, problemsOf } from "#app/platform/ui/forms/form-errors.tsx";
import type { PetFields } from "../pets.forms.server.ts";

type Opened = ReturnType<typeof useForm<PetFields>>;

export type PetFormMeta = Opened[0];
export type PetFieldset = Opened[1];

/**
 * Returns the translation key of a field's label; handles nested names such as `medical.allergies` and
 * `contacts[1].phone`.
 */
export function labelKey(name: string): WordKey {
  const [group = "", part] = name.replace(/\[\d+\]/g, "").split(".");
  const key = part ? `pets.${group === "contacts" ? "contact" : group}.${part}` : `pets.fields.${group}`;
  return key as WordKey;
}

/** Summary of all errors of the form, each with its field's label and a link to it. */
export function FormProblems({ form }: { form: PetFormMeta }) {
  const { t, i18n } = useTranslation();
  // The key is only known at run time; the type of `t` would compare it with every translation key.
  const translate: Translate = t;
  const { plan, version, ...allErrors } = form.allErrors;
  const labelOf = (name: string) => {
    const key = labelKey(name);
    // Annotated as boolean because `exists` would narrow `key` to a type too large to compare.
    const isLabelled: boolean = i18n.exists(key);
    return isLabelled ? translate(key) : undefined;
  };
  const errors = problemsOf({ id: form.id, allErrors }, labelOf, true);
  return <FormErrors title={t("form.checkThese")} errors={errors} />;
}
