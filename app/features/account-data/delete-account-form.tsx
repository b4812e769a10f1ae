import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { OwnPasswordField } from "#app/features/auth/password/password-field.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { signInNameOf } from "#app/features/users/users.rules.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { formatList } from "#app/platform/i18n/format.ts";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";

const deletedKeys = ["goes1", "goes2", "goes3", "goes4"] as const;
const keptKeys = ["stays1", "stays2"] as const;

/**
 * Form to delete the account: explains what is deleted and what remains, and asks for the password and the e-mail
 * address.
 */
export function DeleteAccountForm({
  hasPassword,
  lost,
  answer,
}: {
  hasPassword: boolean;
  /** Names of the user's lost pets. */
  lost: string[];
  answer: FormAnswer | undefined;
}) {
  const { t } = useTranslation();
  const { user, language } = useViewer();
  const [form, fields] = useForm<{ currentPassword: string; confirm: string; knowsLost: string }>({
    id: "leave",
    lastResult: answer?.form,
  });
  return (
    <div className="grid gap-6">
      <div className="grid gap-5 sm:grid-cols-2">
        <BulletList
          title={t("accountData.leave.goes")}
          points={deletedKeys.map((key) => t(`accountData.leave.${key}`))}
        />
        <BulletList
          title={t("accountData.leave.stays")}
          points={keptKeys.map((key) => t(`accountData.leave.${key}`))}
        />
      </div>
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        <FormErrors title={t("form.checkThese")} errors={(form.errors ?? []).map((message) => ({ message }))} />
        {lost.length > 0 && (
          <Notice
            tone="lost"
            title={t("accountData.leave.lostTitle", { count: lost.length, names: formatList(lost, language) })}
          >
            <p>{t("accountData.leave.lostText")}</p>
            <Checkbox
              {...getInputProps(fields.knowsLost, { type: "checkbox" })}
              key={fields.knowsLost.key}
              label={t("accountData.leave.knowsLost")}
              errors={fields.knowsLost.errors ?? []}
              className="mt-3"
            />
          </Notice>
        )}
        <OwnPasswordField field={fields.currentPassword} hasPassword={hasPassword} />
        <Field
          id={fields.confirm.id}
          label={t(user?.email ? "accountData.leave.confirm" : "accountData.leave.confirmNumber")}
          hint={<Ltr>{user && signInNameOf(user)}</Ltr>}
          errors={fields.confirm.errors}
        >
          <TextInput
            {...getInputProps(fields.confirm, { type: "text" })}
            key={fields.confirm.key}
            required
            ltr
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <SubmitButton name="intent" value="leave" variant="lost" className="justify-self-start">
          {t("accountData.leave.action")}
        </SubmitButton>
      </Form>
    </div>
  );
}

function BulletList({ title, points }: { title: string; points: string[] }) {
  return (
    <div>
      <h3 className="text-base">{title}</h3>
      <ul className="mt-2 grid list-disc gap-1.5 ps-5 text-sm">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}
