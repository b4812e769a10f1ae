import { useTranslation } from "react-i18next";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { useFormKey } from "#app/platform/http/use-form-key.ts";
import { useRefusalToast } from "#app/platform/http/use-refusal-toast.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { requireUser } from "../actor.server.ts";
import { findEmailWish } from "../email-wish.server.ts";
import { listSessions } from "../own-sessions.server.ts";
import { settingsAction } from "../settings-action.server.ts";
import { SettingsFrame } from "../settings-frame.tsx";
import { findTwoSteps } from "../two-steps.server.ts";
import type { Route } from "./+types/security";
import { DeviceList } from "./device-list.tsx";
import { EmailSettings } from "./email-settings.tsx";
import { PasswordSettings } from "./password-settings.tsx";
import { TwoStepsCard } from "./two-steps-card.tsx";

export const handle = { title: "accounts.settings.security" satisfies WordKey };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const [devices, wish, { since, codesLeft }] = await Promise.all([
    listSessions(ctx, actor, request),
    findEmailWish(ctx, actor),
    findTwoSteps(ctx, actor),
  ]);
  return { devices, newEmail: wish?.newEmail ?? null, twoSteps: { since, codesLeft } };
}

export const action = settingsAction;

export const clientAction = submitForm;

export default function SecurityScreen({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { devices, newEmail, twoSteps } = loaderData;
  const formKey = useFormKey();
  useRefusalToast(answer);
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
      <TwoStepsCard {...twoSteps} />
      <Card as="section">
        <CardHeader title={t("accounts.settings.sessions")} text={t("accounts.settings.sessionsText")} />
        <DeviceList devices={devices} />
      </Card>
    </SettingsFrame>
  );
}
