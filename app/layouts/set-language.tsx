import { redirect } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { updateLanguage } from "#app/features/settings/profile.server.ts";
import { withCookieCheck } from "#app/platform/http/cookie-check.server.ts";
import { readForm } from "#app/platform/http/forms/request-body.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { safePath } from "#app/platform/http/safe-path.ts";
import { isLanguage, type Language } from "#app/platform/i18n/language.ts";
import { createLanguageCookie } from "#app/platform/i18n/language-of.server.ts";
import type { Route } from "./+types/set-language";

export function loader() {
  return redirect("/");
}

/**
 * Stores the chosen language in this browser and, for a signed-in user, in the account for e-mails; redirects back to
 * the page, which replaces itself in the history, so that Back leads to the page before it.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(appContext);
  const form = await readForm({ request, context });
  const language = form.get("language");
  if (!isLanguage(language)) throw new Response(null, { status: 400 });
  const actor = await getUser(request, context);
  if (actor) await updateLanguage(ctx, actor, language);
  const to = safePath(form.get("to")?.toString());
  const next = withCookieCheck(request, withLanguage(to, null), withLanguage(to, language));
  return redirect(next, {
    status: 303,
    headers: { "set-cookie": createLanguageCookie(language, ctx.settings.secure), "x-remix-replace": "yes" },
  });
}

/**
 * Sets `?lang=…`, which shows the page in this language without a cookie, or removes it, because it would override the
 * language just chosen.
 */
function withLanguage(path: string, language: Language | null): string {
  const url = new URL(path, "http://here.invalid");
  if (language) url.searchParams.set("lang", language);
  else url.searchParams.delete("lang");
  return url.pathname + url.search + url.hash;
}
