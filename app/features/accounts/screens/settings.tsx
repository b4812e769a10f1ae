import { useTranslation } from "react-i18next";
import { type ActionFunctionArgs, useActionData } from "react-router";
import { type FormAnswer, handleIntents, intent } from "#app/platform/http/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast, type Toast } from "#app/platform/http/toast.server.ts";
import { useRefusalToast } from "#app/platform/http/use-refusal-toast.ts";
import { languageSetCookie } from "#app/platform/i18n/language-of.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { PageHeader } from "#app/platform/ui/page-header.tsx";
import { cookieHeaders } from "../account-cookies.server.ts";
import { emptyForm, languageForm, passwordForm, profileForm, themeForm } from "../accounts.forms.server.ts";
import { insiderOf } from "../actor.server.ts";
import { changePassword, changeProfile, chooseLanguage, signOutEverywhere } from "../profile.server.ts";
import { themeSetCookie } from "../theme.server.ts";
import { LanguageChoice, ThemeChoice } from "./look-choices.tsx";
import { PasswordSettings } from "./password-settings.tsx";
import { ProfileSettings } from "./profile-settings.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";

export const handle = { title: "accounts.settings.title" satisfies WordKey };

const done = (code: Toast["code"], cookies: readonly string[] = [], to = "/dashboard/settings") =>
  redirectWithToast(to, { type: "success", code }, cookieHeaders(cookies));

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { world, actor } = await insiderOf(request, context);
  const { address } = context.get(requestInfoContext);
  const { secure } = world.settings;
  return handleIntents(args, {
    profile: intent(profileForm, async (form) => {
      await changeProfile(world, actor, form);
      return done("accounts.profileUpdated");
    }),
    password: intent(passwordForm, async (form) =>
      done("accounts.passwordUpdated", await changePassword(world, actor, form, request, address)),
    ),
    language: intent(languageForm, async ({ language }) => {
      await chooseLanguage(world, actor, language);
      return done("accounts.languageUpdated", [languageSetCookie(language, secure)]);
    }),
    theme: intent(themeForm, async ({ theme }) => done("accounts.themeUpdated", [themeSetCookie(theme, secure)])),
    signOutEverywhere: intent(emptyForm, async () =>
      done("accounts.loggedOutEverywhere", await signOutEverywhere(world, request), "/"),
    ),
  });
}

export default function SettingsScreen() {
  const { t } = useTranslation();
  const answer = useActionData() as FormAnswer | undefined;
  useRefusalToast(answer);
  return (
    <>
      <PageHeader title={t("accounts.settings.title")} lead={t("accounts.settings.lead")} />
      <div className="grid gap-5 xl:grid-cols-2">
        <Card as="section">
          <CardHeader title={t("accounts.settings.profile")} text={t("accounts.settings.profileText")} />
          <ProfileSettings answer={answer?.intent === "profile" ? answer : undefined} />
        </Card>
        <Card as="section">
          <CardHeader title={t("accounts.settings.password")} text={t("accounts.settings.passwordText")} />
          <PasswordSettings answer={answer?.intent === "password" ? answer : undefined} />
        </Card>
        <Card as="section">
          <CardHeader title={t("accounts.settings.language")} text={t("accounts.settings.languageText")} />
          <LanguageChoice />
        </Card>
        <Card as="section">
          <CardHeader title={t("accounts.settings.theme")} text={t("accounts.settings.themeText")} />
          <ThemeChoice />
        </Card>
        <Card as="section">
          <CardHeader title={t("accounts.settings.notifications")} text={t("accounts.settings.notificationsText")} />
          <ButtonLink to="/dashboard/settings/notifications" variant="ghost">
            {t("accounts.settings.openNotifications")}
          </ButtonLink>
        </Card>
        <Card as="section">
          <CardHeader title={t("accounts.settings.sessions")} text={t("accounts.settings.sessionsText")} />
          <SignOutEverywhere />
        </Card>
      </div>
    </>
  );
}
