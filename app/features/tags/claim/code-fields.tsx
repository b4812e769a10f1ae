import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { answeredField } from "#app/platform/ui/forms/answered-field.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";

const asPrinted = {
  ltr: true,
  lang: "en",
  autoCapitalize: "characters",
  autoCorrect: "off",
  autoComplete: "off",
  spellCheck: false,
} as const;

/** Fields for a tag's code, and for the claim code from inside its package once it is required. */
export function CodeFields({ answer, code = "" }: { answer: FormAnswer | undefined; code?: string }) {
  const t = useT();
  const tag = answeredField(answer, "code", code);
  const claim = answeredField(answer, "claimCode");
  return (
    <>
      <Field
        label={t("tags.code")}
        hint={t("tags.codeHint", { example: "\u20667K3M\u20119QXR\u20112VHT\u2069" })}
        errors={tag.errors}
      >
        <TextInput name="code" defaultValue={tag.typed} {...asPrinted} required maxLength={60} />
      </Field>
      {claim.errors || claim.typed ? (
        <Field label={t("tags.claimCode")} hint={t("tags.claimCodeHint")} errors={claim.errors}>
          <TextInput name="claimCode" defaultValue={claim.typed} {...asPrinted} maxLength={40} />
        </Field>
      ) : null}
    </>
  );
}
