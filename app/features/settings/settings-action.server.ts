import { type ActionFunctionArgs, data } from "react-router";
import { emailChangeForm, passwordForm, sessionForm } from "#app/features/auth/auth.forms.server.ts";
import { requestEmailChange } from "#app/features/auth/email-change/email-change.server.ts";
import { deleteEmailChange } from "#app/features/auth/email-change-request.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { requestPasswordReset } from "#app/features/auth/link-requests.server.ts";
import { deleteOtherSessions, deleteOwnSession } from "#app/features/auth/sessions/own-sessions.server.ts";
import { createCookieHeaders } from "#app/features/auth/sessions/session.server.ts";
import { createThemeCookie } from "#app/features/users/theme.server.ts";
import { defineIntent, emptyForm, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast, type Toast } from "#app/platform/http/toast.server.ts";
import { createLanguageCookie } from "#app/platform/i18n/language-of.server.ts";
import {
  getProfile,
  listChangedElsewhere,
  type ProfileField,
  signOutEverywhere,
  updateLanguage,
  updatePassword,
  updateProfile,
} from "./profile.server.ts";
import { languageForm, profileForm, shownBefore, themeForm } from "./settings.forms.server.ts";

/** Handles every form of the settings pages and returns to the page that sent it. */
export async function handleSettings(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { ctx, actor } = await requireUser(request, context);
  const { address } = context.get(requestInfoContext);
  const { secure } = ctx.settings;
  const here = new URL(request.url).pathname.replace(/\.data$/, "");
  const done = (code: Toast["code"], cookies: readonly string[] = [], to = here) =>
    redirectWithToast(to, code, createCookieHeaders(cookies));

  const answer = await handleIntents(args, {
    profile: defineIntent(
      profileForm,
      async (form) => {
        await updateProfile(ctx, actor, form);
        return done("accounts.profileUpdated");
      },
      "accounts.profileFailed",
    ),
    password: defineIntent(passwordForm, async (form) =>
      done("accounts.passwordUpdated", await updatePassword(ctx, actor, form, request, address)),
    ),
    email: defineIntent(emailChangeForm, async (form) => {
      await requestEmailChange(ctx, actor, form, address);
      return done("accounts.emailAsked");
    }),
    setPassword: defineIntent(emptyForm, async () => {
      if (actor.email) await requestPasswordReset(ctx, { email: actor.email }, request, address);
      return done("accounts.resetSent");
    }),
    cancelEmailChange: defineIntent(emptyForm, async () => {
      await deleteEmailChange(ctx, actor);
      return done("accounts.emailChangeCancelled");
    }),
    language: defineIntent(languageForm, async ({ language }) => {
      await updateLanguage(ctx, actor, language);
      return done("accounts.languageUpdated", [createLanguageCookie(language, secure)]);
    }),
    theme: defineIntent(themeForm, async ({ theme }) =>
      done("accounts.themeUpdated", [createThemeCookie(theme, secure)]),
    ),
    endSession: defineIntent(sessionForm, async ({ sessionId }) => {
      await deleteOwnSession(ctx, actor, sessionId);
      return done("accounts.deviceLoggedOut");
    }),
    endOthers: defineIntent(emptyForm, async () => {
      await deleteOtherSessions(ctx, actor, request);
      return done("accounts.othersLoggedOut");
    }),
    signOutEverywhere: defineIntent(emptyForm, async () =>
      done("accounts.loggedOutEverywhere", await signOutEverywhere(ctx, actor, request), "/"),
    ),
  });
  if (answer instanceof Response || !answer.data.form.error?.base) return answer;
  const now = await getProfile(ctx, actor);
  const before = shownBefore.safeParse(answer.data.form.initialValue?.base).data;
  const meanwhile: ProfileConflict = { now, fields: listChangedElsewhere(before, now) };
  return data({ ...answer.data, meanwhile }, answer.init ?? undefined);
}

/** The stored profile and the fields that another window changed after the form was opened. */
export interface ProfileConflict {
  now: Awaited<ReturnType<typeof getProfile>>;
  fields: ProfileField[];
}
