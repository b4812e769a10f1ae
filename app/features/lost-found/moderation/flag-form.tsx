import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect } from "#app/platform/ui/forms/text-input.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { flagReasons, maxLengths } from "../reports.rules.ts";

/** Form with which anyone can report a post to the administrators. */
export function FlagForm({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const { user } = useViewer();
  const [form, fields] = useForm<{ reason: string; note: string; email: string }>({
    id: "flag",
    lastResult: answer?.form,
  });
  return (
    <Disclosure summary={t("lostFound.flag.open")} open={answer !== undefined || undefined}>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-4">
        <Field id={fields.reason.id} label={t("lostFound.flag.title")} errors={fields.reason.errors}>
          <NativeSelect name="reason" id={fields.reason.id} defaultValue="scam">
            {flagReasons.map((reason) => (
              <option key={reason} value={reason}>
                {t(`lostFound.flag.reasons.${reason}`)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <ProseField field={fields.note} label={t("lostFound.flag.note")} max={maxLengths.reason} />
        {!user && (
          <LineField
            field={fields.email}
            label={t("lostFound.flag.email")}
            hint={t("lostFound.flag.emailHint")}
            type="email"
            ltr
            autoComplete="email"
          />
        )}
        <SubmitButton variant="ghost" size="sm" name="intent" value="flag" className="justify-self-start">
          {t("lostFound.flag.send")}
        </SubmitButton>
      </Form>
    </Disclosure>
  );
}
