import { getFormProps, getInputProps } from "@conform-to/react";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useForm } from "#app/platform/ui/forms/use-form.ts";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";

/** Form that creates a number of tags with random codes. */
export function GenerateForm({ answer }: { answer?: FormAnswer | undefined }) {
  const t = useT();
  const [form, fields] = useForm<{ count: string; batch: string }>({
    id: "generate",
    lastResult: answer?.form,
    defaultValue: { count: "10" },
  });
  return (
    <Disclosure summary={t("tags.generateTitle")} open={answer !== undefined}>
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
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
          <SubmitButton name="intent" value="generate">
            {t("tags.generate")}
          </SubmitButton>
        </div>
      </Form>
    </Disclosure>
  );
}

/** Form that creates one tag with a code of the administrator's. */
export function CustomCodeForm({ answer }: { answer?: FormAnswer | undefined }) {
  const t = useT();
  const [form, fields] = useForm<{ code: string }>({ id: "custom", lastResult: answer?.form });
  return (
    <Disclosure summary={t("tags.customTitle")} open={answer !== undefined}>
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
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
          <SubmitButton variant="ghost" name="intent" value="create">
            {t("tags.create")}
          </SubmitButton>
        </div>
      </Form>
    </Disclosure>
  );
}
