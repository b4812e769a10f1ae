import { getInputProps } from "@conform-to/react";
import MessageCircle from "lucide-react/icons/message-circle";
import { href, Link, redirect } from "react-router";
import { AccountFrame } from "#app/features/auth/account-frame.tsx";
import { getUser } from "#app/features/auth/guards.server.ts";
import { PasskeyButton, type PasskeyOptions } from "#app/features/auth/passkeys/passkey-button.tsx";
import { createPasskeyOptions } from "#app/features/auth/passkeys/passkeys.server.ts";
import { PasswordField } from "#app/features/auth/password/password-field.tsx";
import {
  createCookieHeaders,
  createSignedInHeaders,
  loggedInToast,
} from "#app/features/auth/sessions/session.server.ts";
import { BrowserZoneInput } from "#app/features/auth/sign-up/browser-zone-input.tsx";
import { NameFields, TermsNote } from "#app/features/auth/sign-up/sign-up-fields.tsx";
import { CodeField } from "#app/features/auth/two-factor/code-field.tsx";
import { withCookieCheck } from "#app/platform/http/cookie-check.server.ts";
import { formatPhone } from "#app/platform/http/forms/fields.server.ts";
import { defineIntent, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { safePath, withTo } from "#app/platform/http/safe-path.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { Route } from "./+types/phone-sign-in-page";
import type { Proofs } from "./phone-sign-in.rules.ts";
import {
  codeForm,
  completePhoneSignIn,
  confirmPhoneSignIn,
  createPhoneAccount,
  createWaitingNumberCookie,
  findSignInProgress,
  nameForm,
  numberForm,
  onwardForm,
  passwordProofForm,
  readWaitingNumber,
  requestPhoneSignIn,
  sendEmailProof,
  startNewAccount,
} from "./phone-sign-in.server.ts";

export const handle = {
  i18n: ["accounts", "phone"],
  showsRefusal: true,
  title: "accounts.phone.title" satisfies WordKey,
};

const here = href("/auth/phone");
const afterwards = href("/dashboard");
/** The number has a URL of its own, so that Back leads from the code to it. */
const numberStep = (to: string) => `${here}?${new URLSearchParams({ step: "number", ...(to ? { to } : {}) })}`;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const to = safePath(query.get("to"), "");
  if (await getUser(request, context)) throw redirect(to || afterwards);
  const number = readWaitingNumber(request)?.phone;
  const shown = number ? formatPhone(number) : "";
  if (query.get("step") === "number") return { to, number: shown, stage: "number" as const };
  const ctx = context.get(appContext);
  const begun = await findSignInProgress(ctx, request);
  if (begun) return { to, number: shown, ...begun, passkeyOptions: await createPasskeyOptions(ctx) };
  if (!number) throw redirect(numberStep(to));
  return { to, number: shown, stage: "code" as const };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const ctx = context.get(appContext);
  const { address, language } = context.get(requestInfoContext);
  const { secure } = ctx.settings;
  const from = { request, address };
  const onward = (to: string | undefined) => withTo(here, safePath(to, ""));
  const noNumber = createWaitingNumberCookie(null, secure);
  const finish = (cookies: string[] | null, to: string | undefined) =>
    cookies
      ? redirectWithToast(safePath(to, afterwards), loggedInToast, createSignedInHeaders([...cookies, noNumber]))
      : redirectWithToast(
          onward(to),
          { type: "error", code: "accounts.phone.startAgain" },
          createCookieHeaders([noNumber]),
        );
  return handleIntents(args, {
    send: defineIntent(numberForm, async ({ to, ...form }) => {
      const browser = await requestPhoneSignIn(ctx, form, { address, language, request });
      const cookies = createCookieHeaders([createWaitingNumberCookie({ phone: form.phone, browser }, secure)]);
      const next = withCookieCheck(request, onward(to), numberStep(safePath(to, "")));
      return redirectWithToast(next, "accounts.phone.sent", cookies);
    }),
    code: defineIntent(codeForm, async ({ code, to }) => {
      const waiting = readWaitingNumber(request);
      if (!waiting) return finish(null, to);
      const { next, cookies } = await confirmPhoneSignIn(ctx, { ...waiting, code }, from);
      if (next === "done") return finish(cookies, to);
      const where = next === "secondFactor" ? withTo(href("/auth/second-step"), safePath(to, "")) : onward(to);
      return redirect(where, { status: 303, headers: createSignedInHeaders([...cookies, noNumber]) });
    }),
    name: defineIntent(nameForm, async ({ to, ...form }) =>
      finish(await createPhoneAccount(ctx, form, language, from), to),
    ),
    password: defineIntent(passwordProofForm, async ({ password, to }) =>
      finish(await completePhoneSignIn(ctx, { password }, from), to),
    ),
    emailCode: defineIntent(codeForm, async ({ code, to }) =>
      finish(await completePhoneSignIn(ctx, { emailCode: code }, from), to),
    ),
    sendEmail: defineIntent(onwardForm, async ({ to }) =>
      (await sendEmailProof(ctx, request)) ? redirectWithToast(onward(to), "accounts.phone.sent") : finish(null, to),
    ),
    fresh: defineIntent(onwardForm, async ({ to }) => {
      await startNewAccount(ctx, request);
      return redirect(onward(to), 303);
    }),
  });
}

interface ProofProps extends Proofs {
  to: string;
  isEmailSent: boolean;
  passkeyOptions: PasskeyOptions;
  answer: FormAnswer | undefined;
}

/** Step to prove ownership of the account by any other means it has. */
function ProofStep({ to, hasPassword, hasEmail, hasPasskey, passkeyOptions, isEmailSent, answer }: ProofProps) {
  const t = useT();
  return (
    <div className="grid gap-8">
      {hasPasskey && <PasskeyButton to={to} options={passkeyOptions} />}
      {hasPassword && <PasswordProof to={to} answer={answer} />}
      {hasEmail && <EmailProof to={to} isSent={isEmailSent} answer={answer} />}
      {!hasPasskey && !hasPassword && !hasEmail && (
        <Notice tone="sun">
          {t("accounts.phone.noProof")}{" "}
          <Link to={href("/contact")} className="link">
            {t("accounts.phone.contact")}
          </Link>
        </Notice>
      )}
      <AppForm intent="fresh" values={{ to }} className="grid gap-3 border-t border-line pt-6">
        <h2 className="text-base">{t("accounts.phone.notMine")}</h2>
        <p className="text-sm text-ink-2">{t("accounts.phone.afreshText")}</p>
        <SubmitButton variant="ghost" className="justify-self-start">
          {t("accounts.phone.afresh")}
        </SubmitButton>
      </AppForm>
    </div>
  );
}

interface StepProps {
  to: string;
  answer: FormAnswer | undefined;
}

/** Step to enter the number and choose the carrier of its code. */
function NumberStep({ to, number, answer }: StepProps & { number: string }) {
  const t = useT();
  const [form, fields] = useAppForm<{ phone: string }>({
    id: "number",
    intent: "send",
    answer,
    defaultValue: { phone: number },
  });
  return (
    <>
      <AppForm form={form} summary values={{ to }} className="grid gap-5">
        <Field
          id={fields.phone.id}
          label={t("accounts.phone.number")}
          hint={t("phone.card.numberHint")}
          errors={fields.phone.errors}
        >
          <TextInput
            {...getInputProps(fields.phone, { type: "tel" })}
            key={fields.phone.key}
            required
            ltr
            autoComplete="tel"
            maxLength={40}
            autoFocus
          />
        </Field>
        <div className="grid gap-3">
          <SubmitButton name="first" value="whatsapp" size="lg" full icon={<MessageCircle aria-hidden />}>
            {t("phone.card.byWhatsapp")}
          </SubmitButton>
          <SubmitButton name="first" value="sms" variant="ghost" full>
            {t("phone.card.bySms")}
          </SubmitButton>
        </div>
      </AppForm>
      <Link to={withTo(href("/auth"), to)} className="link justify-self-start py-1 text-sm">
        {t("accounts.phone.byEmail")}
      </Link>
    </>
  );
}

/** Step to enter the code, request a new one, or go back to the number. */
function CodeStep({ to, number, answer }: StepProps & { number: string }) {
  const t = useT();
  const [form, fields] = useAppForm<{ code: string }>({ intent: "code", answer });
  const unsent = answer?.intent === "send" ? Object.values(answer.form.error ?? {}).flatMap((one) => one ?? []) : [];
  return (
    <>
      <AppForm form={form} values={{ to }} className="grid gap-5">
        <FormErrors errors={[...(form.metadata.errors ?? []), ...unsent].map((message) => ({ message }))} />
        <CodeField field={fields.code} label={t("accounts.phone.code")} digitsOnly autoFocus />
        <SubmitButton size="lg" full>
          {t("accounts.phone.continue")}
        </SubmitButton>
      </AppForm>
      <AppForm intent="send" values={{ to, phone: number }} className="flex flex-wrap gap-3">
        <SubmitButton name="first" value="whatsapp" variant="ghost" size="sm">
          {t("accounts.phone.againWhatsapp")}
        </SubmitButton>
        <SubmitButton name="first" value="sms" variant="ghost" size="sm">
          {t("accounts.phone.againSms")}
        </SubmitButton>
      </AppForm>
      <Link to={numberStep(to)} className="link justify-self-start py-1 text-sm">
        {t("accounts.phone.other")}
      </Link>
    </>
  );
}

/** Step to enter the name of a new account. */
function NameStep({ to, answer }: StepProps) {
  const t = useT();
  const [form, fields] = useAppForm<{ firstName: string; lastName: string }>({
    intent: "name",
    answer,
  });
  return (
    <AppForm form={form} summary values={{ to }} className="grid gap-5">
      <BrowserZoneInput />
      <NameFields fields={fields} autoFocus />
      <SubmitButton size="lg" full>
        {t("accounts.phone.create")}
      </SubmitButton>
      <p className="text-sm text-ink-2">{t("accounts.phone.agree")}</p>
      <TermsNote />
    </AppForm>
  );
}

function PasswordProof({ to, answer }: { to: string; answer: FormAnswer | undefined }) {
  const t = useT();
  const [form, fields] = useAppForm<{ password: string }>({
    id: "password-proof",
    intent: "password",
    answer,
  });
  return (
    <AppForm form={form} summary values={{ to }} className="grid gap-4">
      <PasswordField field={fields.password} label={t("accounts.fields.password")} />
      <SubmitButton full>{t("accounts.phone.withPassword")}</SubmitButton>
    </AppForm>
  );
}

function EmailProof({ to, isSent, answer }: { to: string; isSent: boolean; answer: FormAnswer | undefined }) {
  const t = useT();
  const [form, fields] = useAppForm<{ code: string }>({ id: "email-proof", intent: "emailCode", answer });
  return (
    <div className="grid gap-4">
      {isSent && (
        <>
          <Notice tone="brand">{t("accounts.phone.emailSent")}</Notice>
          <AppForm form={form} summary values={{ to }} className="grid gap-4">
            <CodeField field={fields.code} label={t("accounts.phone.code")} digitsOnly />
            <SubmitButton full>{t("accounts.phone.withPassword")}</SubmitButton>
          </AppForm>
        </>
      )}
      <AppForm intent="sendEmail" values={{ to }}>
        <SubmitButton variant="ghost" full>
          {t(isSent ? "accounts.phone.sendEmailAgain" : "accounts.phone.sendEmail")}
        </SubmitButton>
      </AppForm>
    </div>
  );
}

/**
 * Page to sign in or sign up by phone number: the number, then at one URL the code, and the name or second proof.
 */
export default function PhoneSignInPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { stage, to, number } = loaderData;
  if (stage === "newAccount")
    return (
      <AccountFrame title={t("accounts.phone.nameHead")} lead={t("accounts.phone.nameLead")}>
        <NameStep to={to} answer={answer} />
      </AccountFrame>
    );
  if (stage === "secondProof")
    return (
      <AccountFrame title={t("accounts.phone.proofHead")} lead={t("accounts.phone.proofLead")}>
        <ProofStep {...loaderData} answer={answer} />
      </AccountFrame>
    );
  if (stage === "code")
    return (
      <AccountFrame
        title={t("accounts.phone.codeHead")}
        lead={
          <>
            {t("accounts.phone.codeLead")} <Ltr className="font-semibold">{number}</Ltr>
          </>
        }
      >
        <CodeStep to={to} number={number} answer={answer} />
      </AccountFrame>
    );
  return (
    <AccountFrame title={t("accounts.phone.head")} lead={t("accounts.phone.lead")}>
      <NumberStep to={to} number={number} answer={answer} />
    </AccountFrame>
  );
}
