import { useTranslation } from "react-i18next";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import type { Route } from "./+types/appearance-page";
import { LanguageChoice, ThemeChoice } from "./appearance-choices.tsx";
import { handleSettings } from "./settings-action.server.ts";
import { SettingsLayout } from "./settings-frame.tsx";

export const handle = {
  i18n: ["accounts", "escalation"],
  title: "accounts.settings.languageAndLook" satisfies WordKey,
};

export const action = handleSettings;

export const clientAction = submitForm;

export default function AppearancePage({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  useErrorToast(actionData);
  return (
    <SettingsLayout>
      <Card as="section">
        <CardHeader title={t("accounts.settings.language")} text={t("accounts.settings.languageText")} />
        <LanguageChoice />
      </Card>
      <Card as="section">
        <CardHeader title={t("accounts.settings.theme")} text={t("accounts.settings.themeText")} />
        <ThemeChoice />
      </Card>
    </SettingsLayout>
  );
}
