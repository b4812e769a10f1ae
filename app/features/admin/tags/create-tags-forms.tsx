import { getInputProps } from "@conform-to/react";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";

/** Form that creates a number of tags with random codes. */
export function GenerateForm({ answer }: { answer?: FormAnswer | undefined }) {
  const t = useT();
  const [form, fields] = useAppForm<{ count: string; batch: string }>({
    intent: "generate",
    answer,
    defaultValue: { count: "10" },
  });
  return (
    <Disclosure summary={t("tags.generateTitle")} open={answer !== undefined}>
      <AppForm form={form} className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field id={fields.count.id} label={t("tags.howMany")} errors={fields.count.errors}>
            <TextInput {...getInputProps(fields.count, { type: "text" })} inputMode="numeric" maxLength={6} />
          </Field>
          <Field
            id={fields.batch.id}
            label={t("tags.batch")}
            mark={t("form.optional")}
            hint={t("tags.batchHint")}
            errors={fields.batch.errors}
          >
            <TextInput {...getInputProps(fields.batch, { type: "text" })} maxLength={60} />
          </Field>
        </div>
        <div>
          <SubmitButton>{t("tags.generate")}</SubmitButton>
        </div>
      </AppForm>
    </Disclosure>
  );
}

/** Form that creates one tag with a code of the administrator's. */
export function CustomCodeForm({ answer }: { answer?: FormAnswer | undefined }) {
  const t = useT();
  const [form, fields] = useAppForm<{ code: string }>({ id: "custom", intent: "create", answer });
  return (
    <Disclosure summary={t("tags.customTitle")} open={answer !== undefined}>
      <AppForm form={form} className="grid gap-4">
        <Field id={fields.code.id} label={t("tags.code")} hint={t("tags.codeShape")} errors={fields.code.errors}>
          <TextInput
            {...getInputProps(fields.code, { type: "text" })}
            ltr
            lang="en"
            maxLength={32}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <div>
          <SubmitButton variant="ghost">{t("tags.create")}</SubmitButton>
        </div>
      </AppForm>
    </Disclosure>
  );
}
