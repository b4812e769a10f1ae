import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";

interface PasskeyFormsProps {
  passkey: { id: string; name: string };
  answer: FormAnswer | undefined;
}

/** Forms that rename or delete a passkey. */
export function PasskeyForms({ passkey: { id, name }, answer }: PasskeyFormsProps) {
  const { t } = useTranslation();
  const typed = answer?.form.initialValue as { passkeyId?: string; name?: string } | undefined;
  const renamed = answer?.intent === "rename" && typed?.passkeyId === id ? answer : undefined;
  const match = { passkeyId: id };
  return (
    <Disclosure summary={t("accounts.passkeys.edit")} open={renamed !== undefined}>
      <div className="grid gap-4">
        <Form method="post" className="grid gap-3">
          <input type="hidden" name="passkeyId" value={id} />
          <Field id={`name-${id}`} label={t("accounts.passkeys.name")} errors={renamed?.form.error?.name ?? []}>
            <TextInput
              id={`name-${id}`}
              name="name"
              key={name}
              defaultValue={renamed ? typed?.name : name}
              required
              maxLength={60}
            />
          </Field>
          <SubmitButton
            name="intent"
            value="rename"
            variant="ghost"
            size="sm"
            className="justify-self-start"
            match={match}
          >
            {t("accounts.passkeys.rename")}
          </SubmitButton>
        </Form>
        <Form method="post">
          <input type="hidden" name="passkeyId" value={id} />
          <SubmitButton name="intent" value="remove" variant="lost" size="sm" match={match}>
            {t("accounts.passkeys.remove")}
          </SubmitButton>
        </Form>
      </div>
    </Disclosure>
  );
}
