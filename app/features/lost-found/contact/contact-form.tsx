import { getFormProps, useForm } from "@conform-to/react";
import Send from "lucide-react/icons/send";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { messageMaxLength } from "#app/features/conversations/conversations.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { TextArea } from "#app/platform/ui/forms/text-input.tsx";
import type { PublicReport } from "../report/public-report.server.ts";
import { maxLengths } from "../reports.rules.ts";

/** Form for the first message to a reporter, without an account or phone number. */
export function ContactForm({
  report,
  answer,
}: {
  report: Pick<PublicReport, "kind" | "hasHiddenMark">;
  answer: FormAnswer | undefined;
}) {
  const { t } = useTranslation();
  const { user } = useViewer();
  const [form, fields] = useForm<{ body: string; name: string; email: string; claimedMark: string }>({
    // Differs from the section's id; otherwise the fields would belong to no form.
    id: "first-message",
    lastResult: answer?.form,
  });
  return (
    <Card as="section" id="write">
      <CardHeader title={t(`lostFound.write.title.${report.kind}`)} text={t("lostFound.write.text")} />
      <Form method="post" action="#write" preventScrollReset {...getFormProps(form)} className="grid gap-4">
        <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
        <Field id={fields.body.id} label={t("lostFound.write.body")} errors={fields.body.errors}>
          <TextArea
            name="body"
            id={fields.body.id}
            required
            dir="auto"
            maxLength={messageMaxLength}
            defaultValue={fields.body.initialValue}
            placeholder={t("lostFound.write.placeholder")}
          />
        </Field>
        {report.hasHiddenMark && (
          <LineField
            field={fields.claimedMark}
            label={t("lostFound.write.mark")}
            hint={t("lostFound.write.markHint")}
            max={maxLengths.hiddenMark}
          />
        )}
        {!user && (
          <>
            <LineField
              field={fields.name}
              label={t("lostFound.write.name")}
              max={maxLengths.contactName}
              autoComplete="name"
            />
            <LineField
              field={fields.email}
              label={t("lostFound.write.email")}
              hint={t("lostFound.write.emailHint")}
              type="email"
              ltr
              autoComplete="email"
            />
          </>
        )}
        <p className="text-xs text-ink-3">{t("lostFound.write.safety")}</p>
        <SubmitButton
          name="intent"
          value="write"
          full
          variant="sun"
          icon={<Send aria-hidden className="rtl:-scale-x-100" />}
        >
          {t("lostFound.write.send")}
        </SubmitButton>
      </Form>
    </Card>
  );
}
