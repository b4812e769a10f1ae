import { getInputProps } from "@conform-to/react";
import MessageCircle from "lucide-react/icons/message-circle";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { PasskeyButton } from "#app/features/auth/passkeys/passkey-button.tsx";
import { PasswordField } from "#app/features/auth/password/password-field.tsx";
import { BrowserZoneInput } from "#app/features/auth/sign-up/browser-zone-input.tsx";
import { NameFields, TermsNote } from "#app/features/auth/sign-up/sign-up-fields.tsx";
import { CodeField } from "#app/features/auth/two-factor/code-field.tsx";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { withTo } from "#app/platform/http/safe-path.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { loadPhoneSignIn } from "./phone-sign-in-steps.server.ts";

type LoadedStep = Awaited<ReturnType<typeof loadPhoneSignIn>>;

type ProofProps = Extract<LoadedStep, { stage: "secondProof" }> & { answer: FormAnswer | undefined };

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
        <p className="text-sm text-ink-2">{t("accounts.phone.createNewAccountText")}</p>
        <SubmitButton variant="ghost" className="justify-self-start">
          {t("accounts.phone.createNewAccount")}
        </SubmitButton>
      </AppForm>
    </div>
  );
}

interface StepProps {
  to: string;
  answer: FormAnswer | undefined;
}

type Waiting = StepProps & Pick<LoadedStep, "number" | "back"> & { isBuying: boolean };

/** Step to enter the number and choose the carrier of its code. */
function NumberStep({ to, number, answer }: Omit<Waiting, "isBuying">) {
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
          <SubmitButton
            name="first"
            value="whatsapp"
            size="lg"
            full
            className="max-sm:px-6"
            icon={<MessageCircle aria-hidden />}
          >
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

/** Step to enter the code, request a new one, or go back to the number; with the name of whoever is new. */
function CodeStep({ to, number, back, answer, isBuying }: Waiting) {
  const t = useT();
  const [form, fields] = useAppForm<{ code: string; fullName: string }>({ id: "code", intent: "code", answer });
  const unsent = answer?.intent === "send" ? Object.values(answer.form.error ?? {}).flatMap((one) => one ?? []) : [];
  return (
    <>
      <AppForm form={form} values={{ to }} className="grid gap-5">
        <FormErrors errors={[...(form.metadata.errors ?? []), ...unsent].map((message) => ({ message }))} />
        <CodeField field={fields.code} label={t("accounts.phone.code")} digitsOnly autoFocus />
        {isBuying && (
          <>
            <LineField
              field={fields.fullName}
              label={t("accounts.phone.fullName")}
              hint={t("accounts.phone.fullNameHint")}
              max={120}
              autoComplete="name"
            />
            <BrowserZoneInput />
          </>
        )}
        <SubmitButton size="lg" full>
          {t("accounts.phone.continue")}
        </SubmitButton>
        {isBuying && <TermsNote />}
      </AppForm>
      <AppForm intent="send" values={{ to, phone: number }} className="flex flex-wrap gap-3">
        <SubmitButton name="first" value="whatsapp" variant="ghost" size="sm">
          {t("accounts.phone.againWhatsapp")}
        </SubmitButton>
        <SubmitButton name="first" value="sms" variant="ghost" size="sm">
          {t("accounts.phone.againSms")}
        </SubmitButton>
      </AppForm>
      <Link to={back} className="link justify-self-start py-1 text-sm">
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

/** Heading and introduction of the current step. */
export function usePhoneSignInHeading({ stage, number }: LoadedStep): { title: string; lead: ReactNode } {
  const t = useT();
  if (stage === "newAccount") return { title: t("accounts.phone.nameHead"), lead: t("accounts.phone.nameLead") };
  if (stage === "secondProof") return { title: t("accounts.phone.proofHead"), lead: t("accounts.phone.proofLead") };
  if (stage === "number") return { title: t("accounts.phone.head"), lead: t("accounts.phone.lead") };
  const lead = (
    <>
      {t("accounts.phone.codeLead")} <Ltr className="font-semibold">{number}</Ltr>
    </>
  );
  return { title: t("accounts.phone.codeHead"), lead };
}

/** The forms of the current step: the number, the code, the name of a new account, or a second proof. */
export function PhoneSignInStep({
  step,
  answer,
  isBuying = false,
}: {
  step: LoadedStep;
  answer: FormAnswer | undefined;
  /** Whether this is the way to an order: the name of a new account is asked for along with the code. */
  isBuying?: boolean;
}) {
  if (step.stage === "newAccount") return <NameStep to={step.to} answer={answer} />;
  if (step.stage === "secondProof") return <ProofStep {...step} answer={answer} />;
  if (step.stage === "code") return <CodeStep {...step} answer={answer} isBuying={isBuying} />;
  return <NumberStep {...step} answer={answer} />;
}
