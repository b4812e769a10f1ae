import Check from "lucide-react/icons/check";
import { themes } from "#app/features/users/theme.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { directionOf, languages } from "#app/platform/i18n/language.ts";
import { storeLanguage } from "#app/platform/i18n/store-language.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { handleSettings } from "./settings-action.server.ts";
import { SettingsLayout } from "./settings-frame.tsx";

export const handle = {
  i18n: ["accountSettings", "accounts", "escalation"],
  title: "accountSettings.languageAndAppearance" satisfies WordKey,
};

export const action = handleSettings;

function LanguageChoice() {
  const t = useT();
  const viewer = useViewer();
  return (
    <AppForm intent="language" preventScrollReset className="flex flex-wrap gap-3">
      {languages.map((language) => (
        <SubmitButton
          key={language}
          name="language"
          value={language}
          lang={language}
          dir={directionOf(language)}
          {...choiceProps(language === viewer.language)}
          onClick={() => storeLanguage(language)}
        >
          {t(`common.languages.${language}`)}
        </SubmitButton>
      ))}
    </AppForm>
  );
}

function ThemeChoice() {
  const t = useT();
  const viewer = useViewer();
  return (
    <AppForm intent="theme" preventScrollReset className="flex flex-wrap gap-3">
      {themes.map((theme) => (
        <SubmitButton key={theme} name="theme" value={theme} {...choiceProps(theme === viewer.theme)}>
          {t(`common.themes.${theme}`)}
        </SubmitButton>
      ))}
    </AppForm>
  );
}

/** Returns the button props of an option in a group of which exactly one is selected. */
function choiceProps(isChosen: boolean) {
  return isChosen
    ? ({ variant: "main", "aria-pressed": true, icon: <Check aria-hidden /> } as const)
    : ({ variant: "ghost", "aria-pressed": false } as const);
}

export default function AppearancePage() {
  const t = useT();
  return (
    <SettingsLayout>
      <Card as="section">
        <CardHeader title={t("accountSettings.language")} text={t("accountSettings.languageText")} />
        <LanguageChoice />
      </Card>
      <Card as="section">
        <CardHeader title={t("accountSettings.theme")} text={t("accountSettings.themeText")} />
        <ThemeChoice />
      </Card>
    </SettingsLayout>
  );
}
