import Monitor from "lucide-react/icons/monitor";
import Smartphone from "lucide-react/icons/smartphone";
import { href } from "react-router";
import { findEmailChange } from "#app/features/auth/email-change-request.server.ts";
import { EmailField } from "#app/features/auth/email-field.tsx";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { listPasskeys } from "#app/features/auth/passkeys/passkeys.server.ts";
import { hasPassword } from "#app/features/auth/password/check-password.server.ts";
import { OwnPasswordField, PasswordField } from "#app/features/auth/password/password-field.tsx";
import { listSessions, type OwnSession } from "#app/features/auth/sessions/own-sessions.server.ts";
import { findTwoFactor } from "#app/features/auth/two-factor/two-factor.server.ts";
import { TwoFactorCard } from "#app/features/auth/two-factor/two-factor-card.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useFormKey } from "#app/platform/http/forms/use-form-key.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { useAcceptedForm } from "#app/platform/ui/forms/use-accepted-form.ts";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import type { Route } from "./+types/security-page";
import { handleSettings } from "./settings-action.server.ts";
import { SettingsLayout } from "./settings-frame.tsx";

export const handle = {
  i18n: ["accountSettings", "accounts", "escalation", "passkeys", "twoFactor"],
  title: "accountSettings.security",
  failed: { password: "accounts.passwordFailed" },
} satisfies PageHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const [devices, emailChange, { since, codesLeft }, isWithPassword, passkeys] = await Promise.all([
    listSessions(ctx, actor, request),
    findEmailChange(ctx, actor),
    findTwoFactor(ctx, actor),
    hasPassword(ctx, actor),
    listPasskeys(ctx, actor),
  ]);
  const newEmail = emailChange?.newEmail ?? null;
  return { devices, newEmail, twoFactor: { since, codesLeft }, hasPassword: isWithPassword, passkeys };
}

export const action = handleSettings;

interface Shape {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

/** For an account without a password: mails a link to set one. */
function FirstPassword() {
  const { t, user } = useViewer();
  if (!user?.email) return <p className="text-sm text-ink-2">{t("accountSettings.emailFirst")}</p>;
  return (
    <AppForm intent="setPassword">
      <SubmitButton variant="ghost">{t("accountSettings.setPassword")}</SubmitButton>
    </AppForm>
  );
}

function PasswordSettings({ answer }: { answer: FormAnswer | undefined }) {
  const { t, user } = useViewer();
  const [form, fields] = useAppForm<Shape>({ intent: "password", answer });
  useAcceptedForm(form.ref, () => form.ref.current?.reset());
  return (
    <AppForm form={form} summary className="grid gap-5">
      <input type="hidden" name="username" value={user?.email ?? ""} autoComplete="username" />
      <PasswordField field={fields.currentPassword} label={t("accounts.fields.currentPassword")} />
      <PasswordField field={fields.newPassword} label={t("accounts.fields.newPassword")} isNew withRule />
      <PasswordField field={fields.confirmPassword} label={t("accounts.fields.confirmPassword")} isNew />
      <SubmitButton className="justify-self-start">{t("accountSettings.savePassword")}</SubmitButton>
    </AppForm>
  );
}

interface Props {
  /** The new address that is not confirmed yet. */
  newEmail: string | null;
  hasPassword: boolean;
  answer: FormAnswer | undefined;
}

/** Current sign-in address, the pending new one, and the form to change it. */
function EmailSettings({ newEmail, hasPassword, answer }: Props) {
  const { t, user } = useViewer();
  const [form, fields] = useAppForm<{ email: string; currentPassword: string }>({
    intent: "email",
    answer,
  });
  useAcceptedForm(form.ref, () => form.ref.current?.reset());
  return (
    <div className="grid gap-5">
      {user?.email && (
        <p className="break-all">
          <Ltr className="font-semibold">{user.email}</Ltr>
        </p>
      )}
      {newEmail && <PendingChange newEmail={newEmail} />}
      <AppForm form={form} summary className="grid gap-5">
        <EmailField
          field={fields.email}
          label={t(user?.email ? "accounts.fields.newEmail" : "accounts.fields.email")}
        />
        <OwnPasswordField field={fields.currentPassword} hasPassword={hasPassword} />
        <SubmitButton className="justify-self-start">
          {t(user?.email ? "accountSettings.saveEmail" : "accountSettings.addEmail")}
        </SubmitButton>
      </AppForm>
    </div>
  );
}

function PendingChange({ newEmail }: { newEmail: string }) {
  const t = useT();
  return (
    <Notice
      tone="sun"
      title={t("accountSettings.emailWaits")}
      action={
        <AppForm intent="cancelEmailChange" preventScrollReset>
          <SubmitButton variant="ghost" size="sm">
            {t("accountSettings.keepOldEmail")}
          </SubmitButton>
        </AppForm>
      }
    >
      <p className="break-all">
        <Ltr>{newEmail}</Ltr>
      </p>
    </Notice>
  );
}

function DeviceList({ devices }: { devices: OwnSession[] }) {
  const t = useT();
  return (
    <div className="grid gap-5">
      <ul aria-label={t("accountSettings.sessions")} className="grid divide-y divide-line">
        {devices.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {devices.length > 1 && <SignOutMany intent="endOthers" words="signOutOthers" />}
        <SignOutMany intent="signOutEverywhere" words="signOutEverywhere" />
      </div>
    </div>
  );
}

function Device({ device }: { device: OwnSession }) {
  const { t, format } = useViewer();
  const Icon = device.isHandheld ? Smartphone : Monitor;
  const name = [device.browser, device.os].filter(Boolean).join("\u00a0· ") || t("accountSettings.unknownDevice");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <span aria-hidden="true" className="grid size-11 place-items-center rounded-1 bg-brand-soft text-brand-deep">
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <Ltr>{name}</Ltr>
          {device.isHere && <Chip tone="ok">{t("accountSettings.thisDevice")}</Chip>}
        </p>
        <p className="text-sm text-ink-2">
          {device.isHere
            ? t("accountSettings.usedNow")
            : t("accountSettings.lastUsed", { ago: format.ago(device.lastUsedAt) })}
          {device.network && (
            <>
              {"\u00a0· "}
              <Ltr>{device.network}</Ltr>
            </>
          )}
        </p>
      </div>
      {!device.isHere && (
        <AppForm intent="endSession" values={{ sessionId: device.id }} preventScrollReset>
          <SubmitButton variant="ghost" size="sm" aria-label={t("accountSettings.signOutDevice", { device: name })}>
            {t("accountSettings.signOut")}
          </SubmitButton>
        </AppForm>
      )}
    </li>
  );
}

function SignOutMany({ intent, words }: { intent: string; words: "signOutOthers" | "signOutEverywhere" }) {
  const t = useT();
  return (
    <AppForm intent={intent} preventScrollReset>
      <ConfirmDialog
        trigger={<SubmitButton variant="ghost">{t(`accountSettings.${words}`)}</SubmitButton>}
        title={t(`accountSettings.${words}Title`)}
        description={t(`accountSettings.${words}Text`)}
      />
    </AppForm>
  );
}

export default function SecurityPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { devices, newEmail, twoFactor, hasPassword, passkeys } = loaderData;
  const { t, user } = useViewer();
  const formKey = useFormKey();
  return (
    <SettingsLayout>
      <Card as="section">
        <CardHeader
          title={t("accountSettings.email")}
          text={t(user?.email ? "accountSettings.emailText" : "accountSettings.emailTextNone")}
        />
        <EmailSettings newEmail={newEmail} hasPassword={hasPassword} answer={answer} />
      </Card>
      <Card as="section">
        <CardHeader
          title={t("accountSettings.password")}
          text={t(hasPassword ? "accountSettings.passwordText" : "accountSettings.passwordTextNone")}
        />
        {hasPassword ? <PasswordSettings key={formKey} answer={answer} /> : <FirstPassword />}
      </Card>
      <Card as="section">
        <CardHeader title={t("passkeys.title")} text={t("passkeys.text")} />
        <div className="flex flex-wrap items-center gap-4">
          <ButtonLink
            to={href("/dashboard/settings/security/passkeys")}
            variant={passkeys.length > 0 ? "ghost" : "main"}
          >
            {t(passkeys.length > 0 ? "passkeys.manage" : "passkeys.add")}
          </ButtonLink>
          {passkeys.length > 0 && <Chip tone="ok">{passkeys.length}</Chip>}
        </div>
      </Card>
      <TwoFactorCard {...twoFactor} />
      <Card as="section">
        <CardHeader title={t("accountSettings.sessions")} text={t("accountSettings.sessionsText")} />
        <DeviceList devices={devices} />
      </Card>
    </SettingsLayout>
  );
}
