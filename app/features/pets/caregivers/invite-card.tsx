import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { CaregiverFields } from "./caregiver-fields.tsx";

interface Fields {
  email: string;
  level: string;
  untilDay: string | null;
}

/** Form that invites a caregiver by e-mail address. */
export function InviteCard({ name, today, answer }: { name: string; today: string; answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const [form, fields] = useForm<Fields>({
    id: "invite",
    lastResult: answer?.intent === "invite" ? answer.form : undefined,
    defaultValue: { level: "see" },
  });
  return (
    <Card as="section">
      <CardHeader title={t("caregivers.invite")} />
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <LineField
          field={fields.email}
          label={t("caregivers.email")}
          hint={t("caregivers.emailHint")}
          max={254}
          type="email"
          ltr
          needed
        />
        <CaregiverFields level={fields.level} untilDay={fields.untilDay} name={name} today={today} />
        <SubmitButton name="intent" value="invite" className="justify-self-start">
          {t("caregivers.send")}
        </SubmitButton>
      </Form>
    </Card>
  );
}
