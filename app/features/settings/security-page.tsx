import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { findEmailChange } from "#app/features/auth/email-change/email-change-request.server.ts";
import { EmailSettings } from "#app/features/auth/email-change/email-settings.tsx";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { listPasskeys } from "#app/features/auth/passkeys/passkeys.server.ts";
import { hasPassword } from "#app/features/auth/password/check-password.server.ts";
import { FirstPassword, PasswordSettings } from "#app/features/auth/password/password-settings.tsx";
import { DeviceList } from "#app/features/auth/sessions/device-list.tsx";
import { listSessions } from "#app/features/auth/sessions/own-sessions.server.ts";
import { findTwoFactor } from "#app/features/auth/two-factor/two-factor.server.ts";
import { TwoFactorCard } from "#app/features/auth/two-factor/two-factor-card.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { useFormKey } from "#app/platform/http/forms/use-form-key.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import type { Route } from "./+types/security-page";
import { handleSettings } from "./settings-action.server.ts";
import { SettingsLayout } from "./settings-frame.tsx";

export const handle = {
  i18n: ["accounts", "escalation", "twoFactor"],
  title: "accounts.settings.security" satisfies WordKey,
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const [devices, wish, { since, codesLeft }, isWithPassword, passkeys] = await Promise.all([
    listSessions(ctx, actor, request),
    findEmailChange(ctx, actor),
    findTwoFactor(ctx, actor),
    hasPassword(ctx, actor),
    listPasskeys(ctx, actor),
  ]);
  const newEmail = wish?.newEmail ?? null;
  return { devices, newEmail, twoFactor: { since, codesLeft }, hasPassword: isWithPassword, passkeys };
}

export const action = handleSettings;

export const clientAction = submitForm;

export default function SecurityPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { devices, newEmail, twoFactor, hasPassword, passkeys } = loaderData;
  const { user } = useViewer();
  const formKey = useFormKey();
  useErrorToast(answer);
  return (
    <SettingsLayout>
      <Card as="section">
        <CardHeader
          title={t("accounts.settings.email")}
          text={t(user?.email ? "accounts.settings.emailText" : "accounts.settings.emailTextNone")}
        />
        <EmailSettings
          newEmail={newEmail}
          hasPassword={hasPassword}
          answer={answer?.intent === "email" ? answer : undefined}
        />
      </Card>
      <Card as="section">
        <CardHeader
          title={t("accounts.settings.password")}
          text={t(hasPassword ? "accounts.settings.passwordText" : "accounts.settings.passwordTextNone")}
        />
        {hasPassword ? (
          <PasswordSettings key={formKey} answer={answer?.intent === "password" ? answer : undefined} />
        ) : (
          <FirstPassword />
        )}
      </Card>
      <Card as="section">
        <CardHeader title={t("accounts.passkeys.title")} text={t("accounts.passkeys.text")} />
        <div className="flex flex-wrap items-center gap-4">
          <ButtonLink
            to={href("/dashboard/settings/security/passkeys")}
            variant={passkeys.length > 0 ? "ghost" : "brand"}
          >
            {t(passkeys.length > 0 ? "accounts.passkeys.manage" : "accounts.passkeys.add")}
          </ButtonLink>
          {passkeys.length > 0 && <Chip tone="ok">{passkeys.length}</Chip>}
        </div>
      </Card>
      <TwoFactorCard {...twoFactor} />
      <Card as="section">
        <CardHeader title={t("accounts.settings.sessions")} text={t("accounts.settings.sessionsText")} />
        <DeviceList devices={devices} />
      </Card>
    </SettingsLayout>
  );
}
