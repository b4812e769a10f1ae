import { useTranslation } from "react-i18next";
import { findEmailChange } from "#app/features/auth/email-change/email-change-request.server.ts";
import { EmailSettings } from "#app/features/auth/email-change/email-settings.tsx";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { PasswordSettings } from "#app/features/auth/password/password-settings.tsx";
import { DeviceList } from "#app/features/auth/sessions/device-list.tsx";
import { listSessions } from "#app/features/auth/sessions/own-sessions.server.ts";
import { findTwoFactor } from "#app/features/auth/two-factor/two-factor.server.ts";
import { TwoFactorCard } from "#app/features/auth/two-factor/two-factor-card.tsx";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { useFormKey } from "#app/platform/http/forms/use-form-key.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import type { Route } from "./+types/security-page";
import { handleSettings } from "./settings-action.server.ts";
import { SettingsFrame } from "./settings-frame.tsx";

export const handle = {
  i18n: ["accounts", "escalation", "twoFactor"],
  title: "accounts.settings.security" satisfies WordKey,
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const [devices, wish, { since, codesLeft }] = await Promise.all([
    listSessions(ctx, actor, request),
    findEmailChange(ctx, actor),
    findTwoFactor(ctx, actor),
  ]);
  return { devices, newEmail: wish?.newEmail ?? null, twoFactor: { since, codesLeft } };
}

export const action = handleSettings;

export const clientAction = submitForm;

export default function SecurityScreen({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { devices, newEmail, twoFactor } = loaderData;
  const formKey = useFormKey();
  useErrorToast(answer);
  return (
    <SettingsFrame>
      <Card as="section">
        <CardHeader title={t("accounts.settings.email")} text={t("accounts.settings.emailText")} />
        <EmailSettings newEmail={newEmail} answer={answer?.intent === "email" ? answer : undefined} />
      </Card>
      <Card as="section">
        <CardHeader title={t("accounts.settings.password")} text={t("accounts.settings.passwordText")} />
        <PasswordSettings key={formKey} answer={answer?.intent === "password" ? answer : undefined} />
      </Card>
      <TwoFactorCard {...twoFactor} />
      <Card as="section">
        <CardHeader title={t("accounts.settings.sessions")} text={t("accounts.settings.sessionsText")} />
        <DeviceList devices={devices} />
      </Card>
    </SettingsFrame>
  );
}
