import type { ActionFunctionArgs } from "react-router";
import { handleIntents, intent } from "#app/platform/http/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast, type Toast } from "#app/platform/http/toast.server.ts";
import { languageSetCookie } from "#app/platform/i18n/language-of.server.ts";
import { cookieHeaders } from "./account-cookies.server.ts";
import {
  emailChangeForm,
  emptyForm,
  languageForm,
  passwordForm,
  profileForm,
  sessionForm,
  themeForm,
} from "./accounts.forms.server.ts";
import { insiderOf } from "./actor.server.ts";
import { askEmailChange } from "./email-change.server.ts";
import { dropEmailWish } from "./email-wish.server.ts";
import { endOtherSessions, endSession } from "./own-sessions.server.ts";
import { changePassword, changeProfile, chooseLanguage, signOutEverywhere } from "./profile.server.ts";
import { themeSetCookie } from "./theme.server.ts";

/** All forms of the settings, whichever of their pages sends them; afterwards that page is shown again. */
export async function settingsAction(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { world, actor } = await insiderOf(request, context);
  const { address } = context.get(requestInfoContext);
  const { secure } = world.settings;
  const here = new URL(request.url).pathname.replace(/\.data$/, "");
  const done = (code: Toast["code"], cookies: readonly string[] = [], to = here) =>
    redirectWithToast(to, { type: "success", code }, cookieHeaders(cookies));

  return handleIntents(args, {
    profile: intent(
      profileForm,
      async (form) => {
        await changeProfile(world, actor, form);
        return done("accounts.profileUpdated");
      },
      "accounts.profileFailed",
    ),
    password: intent(passwordForm, async (form) =>
      done("accounts.passwordUpdated", await changePassword(world, actor, form, request, address)),
    ),
    email: intent(emailChangeForm, async (form) => {
      await askEmailChange(world, actor, form, address);
      return done("accounts.emailAsked");
    }),
    dropEmail: intent(emptyForm, async () => {
      await dropEmailWish(world, actor);
      return done("accounts.emailDropped");
    }),
    language: intent(languageForm, async ({ language }) => {
      await chooseLanguage(world, actor, language);
      return done("accounts.languageUpdated", [languageSetCookie(language, secure)]);
    }),
    theme: intent(themeForm, async ({ theme }) => done("accounts.themeUpdated", [themeSetCookie(theme, secure)])),
    endSession: intent(sessionForm, async ({ sessionId }) => {
      await endSession(world, actor, sessionId);
      return done("accounts.deviceLoggedOut");
    }),
    endOthers: intent(emptyForm, async () => {
      await endOtherSessions(world, actor, request);
      return done("accounts.othersLoggedOut");
    }),
    signOutEverywhere: intent(emptyForm, async () =>
      done("accounts.loggedOutEverywhere", await signOutEverywhere(world, actor, request), "/"),
    ),
  });
}
