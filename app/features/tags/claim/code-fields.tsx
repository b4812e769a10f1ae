import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { useT } from "#app/platform/i18n/use-t.ts";
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
export function CodeFields({ code, claimCode }: Record<"code" | "claimCode", FieldMetadata<string>>) {
  const t = useT();
  return (
    <>
      <Field
        id={code.id}
        label={t("tags.code")}
        hint={t("tags.codeHint", { example: "\u20667K3M\u20119QXR\u20112VHT\u2069" })}
        errors={code.errors}
      >
        <TextInput {...getInputProps(code, { type: "text" })} {...asPrinted} required maxLength={60} />
      </Field>
      {claimCode.errors || claimCode.initialValue ? (
        <Field id={claimCode.id} label={t("tags.claimCode")} hint={t("tags.claimCodeHint")} errors={claimCode.errors}>
          <TextInput {...getInputProps(claimCode, { type: "text" })} {...asPrinted} maxLength={40} />
        </Field>
      ) : null}
    </>
  );
}
