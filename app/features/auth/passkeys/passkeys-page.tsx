// /dashboard/settings/security/passkeys: each settings page stands with what it sets; settings has only the account's own.
import { getInputProps } from "@conform-to/react";
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { useCallback, useEffect, useRef, useState } from "react";
import { href, useSubmit } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { useKeptAnswer } from "#app/platform/http/forms/use-kept-answer.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { requireUser } from "../guards.server.ts";
import { hasPassword } from "../password/check-password.server.ts";
import { OwnPasswordField } from "../password/password-field.tsx";
import { CodeField } from "../two-factor/code-field.tsx";
import { findTwoFactor } from "../two-factor/two-factor.server.ts";
import type { Route } from "./+types/passkeys-page";
import { useCanUsePasskeys, usePasskeyLibrary } from "./passkey-button.tsx";
import {
  createPasskey,
  deletePasskey,
  listPasskeys,
  passkeyAddForm,
  passkeyBeginForm,
  passkeyForm,
  passkeyNameForm,
  startPasskey,
  updatePasskeyName,
} from "./passkeys.server.ts";

export const handle = { i18n: ["accounts", "passkeys", "twoFactor"], title: "passkeys.title" satisfies WordKey };

const pagePath = href("/dashboard/settings/security/passkeys");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return {
    passkeys: await listPasskeys(ctx, actor),
    hasPassword: await hasPassword(ctx, actor),
    hasEmail: actor.email !== null,
    hasTwoFactor: (await findTwoFactor(ctx, actor)).since !== null,
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const done = (code: WordKey) => redirectWithToast(pagePath, code);
  return handleIntents(args, {
    begin: defineIntent(passkeyBeginForm, async ({ currentPassword, code }) =>
      Response.json({ options: await startPasskey(ctx, actor, currentPassword, code) }),
    ),
    add: defineIntent(passkeyAddForm, async (form) => {
      await createPasskey(ctx, actor, form);
      return done("passkeys.isAdded");
    }),
    rename: defineIntent(passkeyNameForm, async ({ passkeyId, name }) => {
      await updatePasskeyName(ctx, actor, passkeyId, name);
      return done("passkeys.isRenamed");
    }),
    remove: defineIntent(passkeyForm, async ({ passkeyId }) => {
      await deletePasskey(ctx, actor, passkeyId);
      return done("passkeys.isRemoved");
    }),
  });
}

type AddOptions = PublicKeyCredentialCreationOptionsJSON;

interface AddPasskeyProps {
  hasPassword: boolean;
  hasTwoFactor: boolean;
  answer: (FormAnswer & { options?: AddOptions }) | undefined;
}

/**
 * Form that asks for the password, has the device create a passkey, and submits it. A browser that lets the device ask
 * only within a press, such as Safari after a slow answer, does so at the next press: the options are there by then.
 */
function AddPasskey({ hasPassword, hasTwoFactor, answer }: AddPasskeyProps) {
  const t = useT();
  const canUse = useCanUsePasskeys();
  const library = usePasskeyLibrary();
  const submit = useSubmit();
  const [failure, setFailure] = useState<WordKey | null>(null);
  // Prompts only once for the same options, however often the component renders.
  const promptedOptions = useRef<AddOptions>(undefined);
  const options = answer && "options" in answer ? answer.options : undefined;
  const [form, fields] = useAppForm<{ name: string; currentPassword: string; code: string }>({
    id: "add-passkey",
    intent: "begin",
    answer,
  });
  const { ref: element } = form;
  const make = useCallback(
    async (optionsJSON: AddOptions) => {
      setFailure(null);
      const code = library ?? (await import("@simplewebauthn/browser").catch(() => null));
      if (!code || !element.current) return setFailure("offline.unsent");
      try {
        const response = JSON.stringify(await code.startRegistration({ optionsJSON }));
        const name = String(new FormData(element.current).get("name") ?? "");
        await submit({ intent: "add", name, response }, { method: "post" });
      } catch (error) {
        // The authenticator holds one of the excluded passkeys (WebAuthn, "create a new credential").
        const isThere = (error as Error).name === "InvalidStateError";
        setFailure(isThere ? "passkeys.isThere" : "passkeys.failed");
      }
    },
    [library, submit, element],
  );
  useEffect(() => {
    if (!options || promptedOptions.current === options) return;
    promptedOptions.current = options;
    void make(options);
  }, [options, make]);
  if (!canUse) return <Notice tone="info">{t("passkeys.unsupported")}</Notice>;
  const errors = failure ? [t(failure)] : (form.metadata.errors ?? []);
  return (
    <AppForm form={form} onSubmit={() => setFailure(null)} className="grid gap-5">
      <FormErrors errors={errors.map((message) => ({ message }))} />
      <Field
        id={fields.name.id}
        label={t("passkeys.name")}
        hint={t("passkeys.nameHint")}
        errors={fields.name.errors ?? []}
      >
        <TextInput {...getInputProps(fields.name, { type: "text" })} key={fields.name.key} required maxLength={60} />
      </Field>
      <OwnPasswordField field={fields.currentPassword} hasPassword={hasPassword} />
      {hasTwoFactor && <CodeField field={fields.code} label={t("twoFactor.anyCode")} />}
      <SubmitButton
        variant="ghost"
        onClick={(event) => {
          if (!options || failure !== "passkeys.failed") return;
          event.preventDefault();
          void make(options);
        }}
        className="justify-self-start"
      >
        {t("passkeys.add")}
      </SubmitButton>
    </AppForm>
  );
}

/** Returns the form with its errors, or the options to create a passkey. */
interface PasskeyFormsProps {
  passkey: { id: string; name: string };
  answer: FormAnswer | undefined;
}

/** Forms that rename or delete a passkey. */
function PasskeyForms({ passkey: { id, name }, answer }: PasskeyFormsProps) {
  const t = useT();
  const typed = answer?.form.initialValue as { passkeyId?: string; name?: string } | undefined;
  const renamed = answer?.intent === "rename" && typed?.passkeyId === id ? answer : undefined;
  return (
    <Disclosure summary={t("passkeys.edit")} open={renamed !== undefined}>
      <div className="grid gap-4">
        <AppForm intent="rename" values={{ passkeyId: id }} className="grid gap-3">
          <Field id={`name-${id}`} label={t("passkeys.name")} errors={renamed?.form.error?.name ?? []}>
            <TextInput
              id={`name-${id}`}
              name="name"
              key={name}
              defaultValue={renamed ? typed?.name : name}
              required
              maxLength={60}
            />
          </Field>
          <SubmitButton variant="ghost" size="sm" className="justify-self-start">
            {t("passkeys.rename")}
          </SubmitButton>
        </AppForm>
        <AppForm intent="remove" values={{ passkeyId: id }}>
          <SubmitButton variant="lost" size="sm">
            {t("passkeys.remove")}
          </SubmitButton>
        </AppForm>
      </div>
    </Disclosure>
  );
}

/** Page to add, rename and delete the account's passkeys. */
export default function PasskeysPage({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useKeptAnswer<FormAnswer & { options?: AddOptions }>(actionData);
  const { t, format } = useViewer();
  const { passkeys, hasEmail } = loaderData;
  const refused = answer?.form ? answer : undefined;
  return (
    <>
      <PageHeader
        path={[{ label: t("passkeys.back"), to: href("/dashboard/settings/security") }]}
        title={t("passkeys.title")}
        lead={t("passkeys.text")}
      />
      <div className="grid max-w-3xl gap-5">
        {!hasEmail && passkeys.length > 0 && <Notice tone="sun">{t("passkeys.keepAnother")}</Notice>}
        <Card as="section">
          {passkeys.length === 0 && <p className="text-ink-2">{t("passkeys.none")}</p>}
          <ul className="divide-y divide-line">
            {passkeys.map((passkey) => (
              <li key={passkey.id} className="grid gap-1 py-4 first:pt-0 last:pb-0">
                <h2 className="text-base wrap-anywhere">
                  <bdi>{passkey.name}</bdi>
                </h2>
                <p className="text-sm text-ink-2">
                  {t("passkeys.added", { date: format.date(passkey.createdAt) })}
                  {"\u00a0· "}
                  {passkey.usedAt ? t("passkeys.used", { date: format.date(passkey.usedAt) }) : t("passkeys.unused")}
                </p>
                {passkey.isSynced && <p className="text-sm text-ink-2">{t("passkeys.synced")}</p>}
                <PasskeyForms passkey={passkey} answer={refused} />
              </li>
            ))}
          </ul>
        </Card>
        <Card as="section">
          <CardHeader title={t("passkeys.add")} text={t("passkeys.addText")} />
          <AddPasskey hasPassword={loaderData.hasPassword} hasTwoFactor={loaderData.hasTwoFactor} answer={answer} />
        </Card>
      </div>
    </>
  );
}
