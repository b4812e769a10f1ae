import { createContext, href, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { type Actor, isAdmin } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { safePath } from "#app/platform/http/safe-path.ts";
import { createToastCookie, isBackgroundRequest, redirectWithToast } from "#app/platform/http/toast.server.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { recordSecurityEvent } from "./security-log.server.ts";
import { findSignedIn, loggedInToast } from "./sessions/session.server.ts";

/** The request's session, looked up at most once and only when needed. */
const signedInContext = createContext<ReturnType<typeof findSignedIn> | null>(null);

type Context = Readonly<RouterContextProvider>;

function findSignedInOnce(request: Request, context: Context): ReturnType<typeof findSignedIn> {
  const cached = context.get(signedInContext);
  if (cached) return cached;
  const lookup = findSignedIn(context.get(appContext), request).then((found) => {
    if (found) context.get(requestInfoContext).accountId = found.actor.id;
    return found;
  });
  (context as RouterContextProvider).set(signedInContext, lookup);
  return lookup;
}

export async function getUser(request: Request, context: Context): Promise<Actor | null> {
  return (await findSignedInOnce(request, context))?.actor ?? null;
}

/** Returns the context and the actor of a request behind a guard; redirects to the sign-in page without a session. */
export async function requireUser(request: Request, context: Context): Promise<{ ctx: AppContext; actor: Actor }> {
  const actor = await getUser(request, context);
  if (!actor) throw buildSignInRedirect(request);
  return { ctx: context.get(appContext), actor };
}

/**
 * Redirects to the sign-in page with the path to return to. A form submitted by a script gets 401 instead, so that its
 * page keeps what was typed (see `keepForm`).
 */
function buildSignInRedirect(request: Request): Response {
  const url = new URL(request.url);
  const isForm = request.method !== "GET" && request.method !== "HEAD";
  if (isForm && url.pathname.endsWith(".data")) return new Response("Signed out", { status: 401 });
  // Scripts request `/page.data?_routes=…`; the return path is that of the page itself.
  url.searchParams.delete("_routes");
  const to = isForm ? getFormPage(request, url) : url.pathname.replace(/(\/_)?\.data$/, "") + url.search;
  const headers = new Headers();
  if (!isBackgroundRequest(request))
    headers.append(
      "set-cookie",
      createToastCookie({ type: "error", code: "accounts.pleaseLogIn", id: loggedInToast.id }),
    );
  return redirect(`${href("/auth")}?to=${encodeURIComponent(to)}`, { status: 302, headers });
}

/** Returns the path of the page that a form was submitted from, since a form's action need not be a page. */
function getFormPage(request: Request, { origin }: URL): string {
  const referer = URL.parse(request.headers.get("referer") ?? "");
  return referer?.host === new URL(origin).host
    ? safePath(referer.pathname + referer.search, href("/dashboard"))
    : href("/dashboard");
}

/**
 * Guard that lets only signed-in users pass. Runs for every kind of request, including data requests and actions of
 * child routes.
 */
export const userOnly: MiddlewareFunction<Response> = async ({ request, context }) => {
  if (!(await getUser(request, context))) throw buildSignInRedirect(request);
};

/** Like `userOnly`, for the checkout: its sign-in page begins with the phone number and shows the cart. */
export const buyerOnly: MiddlewareFunction<Response> = async ({ request, context }) => {
  if (await getUser(request, context)) return;
  const isVisit = request.method === "GET" || request.method === "HEAD";
  throw isVisit ? redirect(href("/auth/checkout")) : buildSignInRedirect(request);
};

/**
 * Sends the seconds until the session ends in the response header `x-session-ends-in`; the browser keeps pages for
 * offline use no longer than that.
 */
export const addSessionEndHeader: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const answer = await next();
  const endsAt = (await findSignedInOnce(request, context))?.endsAt.getTime();
  if (endsAt) {
    const left = endsAt - context.get(appContext).clock.now().getTime();
    answer.headers.set("x-session-ends-in", String(Math.floor(left / 1000)));
  }
  return answer;
};

/**
 * Guard that lets only administrators pass. Redirects other users to their dashboard with an error message, and
 * administrators without a second factor to its setup if this installation requires one.
 */
export const adminOnly: MiddlewareFunction<Response> = async ({ request, context }) => {
  const actor = await getUser(request, context);
  if (!actor) throw buildSignInRedirect(request);
  if (!isAdmin(actor)) {
    const { id, address } = context.get(requestInfoContext);
    recordSecurityEvent(context.get(appContext), "notAnAdministrator", { userId: actor.id, address, id });
    const headers = new Headers();
    headers.append(
      "set-cookie",
      createToastCookie({ type: "error", code: "accounts.accessDenied", description: "accounts.adminRequired" }),
    );
    throw redirect(href("/dashboard"), { status: 302, headers });
  }
  if (readSiteSettings(context.get(appContext)).site.adminTwoFactor && !actor.twoFactorSince)
    throw redirectWithToast(href("/dashboard/settings/security/two-steps"), {
      type: "info",
      code: "twoFactor.neededForAdmin",
    });
};
