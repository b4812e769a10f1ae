import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, useSubmit } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { OwnPasswordField } from "../password/own-password-field.tsx";
import { useCanUsePasskeys } from "./use-can-use-passkeys.ts";

export type AddOptions = PublicKeyCredentialCreationOptionsJSON;

interface AddPasskeyProps {
  hasPassword: boolean;
  answer: (FormAnswer & { options?: AddOptions }) | undefined;
}

/** Form that asks for the password, has the device create a passkey, and submits it. */
export function AddPasskey({ hasPassword, answer }: AddPasskeyProps) {
  const { t } = useTranslation();
  const canUse = useCanUsePasskeys();
  const submit = useSubmit();
  const [failure, setFailure] = useState<WordKey | null>(null);
  const name = useRef("");
  // Prompts only once for the same options, however often the component renders.
  const promptedOptions = useRef<AddOptions>(undefined);
  const options = answer && "options" in answer ? answer.options : undefined;
  const lastResult = answer?.form && answer.intent === "begin" ? answer.form : undefined;
  const [form, fields] = useForm<{ name: string; currentPassword: string }>({ id: "add-passkey", lastResult });
  useEffect(() => {
    if (!options || promptedOptions.current === options) return;
    promptedOptions.current = options;
    const make = async () => {
      const { startRegistration } = await import("@simplewebauthn/browser");
      const response = JSON.stringify(await startRegistration({ optionsJSON: options }));
      await submit({ intent: "add", name: name.current, response }, { method: "post" });
    };
    make().catch(({ name }: Error) =>
      // The authenticator holds one of the excluded passkeys (WebAuthn, "create a new credential").
      setFailure(name === "InvalidStateError" ? "accounts.passkeys.isThere" : "accounts.passkeys.failed"),
    );
  }, [options, submit]);
  if (!canUse) return <Notice tone="info">{t("accounts.passkeys.unsupported")}</Notice>;
  const errors = failure ? [t(failure)] : (form.errors ?? []);
  return (
    <Form
      method="post"
      {...getFormProps(form)}
      onSubmit={(event) => {
        setFailure(null);
        name.current = String(new FormData(event.currentTarget).get("name") ?? "");
      }}
      className="grid gap-5"
    >
      <FormErrors title={t("form.checkThese")} errors={errors.map((message) => ({ message }))} />
      <Field
        id={fields.name.id}
        label={t("accounts.passkeys.name")}
        hint={t("accounts.passkeys.nameHint")}
        errors={fields.name.errors ?? []}
      >
        <TextInput {...getInputProps(fields.name, { type: "text" })} key={fields.name.key} required maxLength={60} />
      </Field>
      <OwnPasswordField field={fields.currentPassword} hasPassword={hasPassword} />
      <SubmitButton name="intent" value="begin" className="justify-self-start">
        {t("accounts.passkeys.add")}
      </SubmitButton>
    </Form>
  );
}
