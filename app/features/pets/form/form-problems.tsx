import type { useForm } from "@conform-to/react";
import { useWords } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
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
  const { t, has } = useWords();
  const { plan, version, ...allErrors } = form.allErrors;
  const labelOf = (name: string) => {
    const key = labelKey(name);
    return has(key) ? t(key) : undefined;
  };
  const errors = problemsOf({ id: form.id, allErrors }, labelOf, true);
  return <FormErrors errors={errors} />;
}
