import { createContext, href, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { type Actor, isAdmin } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { safePath } from "#app/platform/http/safe-path.ts";
import { createToastCookie, redirectWithToast } from "#app/platform/http/toast.server.ts";
import { findSignedIn } from "./sessions/session.server.ts";
import { recordSecurityEvent } from "./sign-in/security-log.server.ts";

/** Looks the session up at most once a request, and only when somebody asks. */
const signedInContext = createContext<ReturnType<typeof findSignedIn> | null>(null);

type Context = Readonly<RouterContextProvider>;

function signedInOf(request: Request, context: Context): ReturnType<typeof findSignedIn> {
  const known = context.get(signedInContext);
  if (known) return known;
  const asked = findSignedIn(context.get(appContext), request).then((found) => {
    if (found) context.get(requestInfoContext).accountId = found.actor.id;
    return found;
  });
  (context as RouterContextProvider).set(signedInContext, asked);
  return asked;
}

export async function getUser(request: Request, context: Context): Promise<Actor | null> {
  return (await signedInOf(request, context))?.actor ?? null;
}

/** Context and actor of a request behind a guard. Without a session it goes to the sign-in page, like the guard itself. */
export async function requireUser(request: Request, context: Context): Promise<{ ctx: AppContext; actor: Actor }> {
  const actor = await getUser(request, context);
  if (!actor) throw toSignIn(request);
  return { ctx: context.get(appContext), actor };
}

/**
 * Sends to the sign-in page, with the way back. A form that a script sends is answered 401 instead, so that its page stays
 * as it is with everything typed (see `submitForm`).
 */
function toSignIn(request: Request): Response {
  const url = new URL(request.url);
  const isForm = request.method !== "GET" && request.method !== "HEAD";
  if (isForm && url.pathname.endsWith(".data")) return new Response("Signed out", { status: 401 });
  // A script asks for `/page.data?_routes=…`; the way back leads to the page itself.
  url.searchParams.delete("_routes");
  const to = isForm ? pageOfForm(request, url) : url.pathname.replace(/(\/_)?\.data$/, "") + url.search;
  const headers = new Headers();
  headers.append("set-cookie", createToastCookie({ type: "error", code: "accounts.pleaseLogIn" }));
  return redirect(`${href("/auth")}?to=${encodeURIComponent(to)}`, { status: 302, headers });
}

/** The page that a form was sent from: a form may be sent to an address that is no page. */
function pageOfForm(request: Request, { origin }: URL): string {
  const referer = URL.parse(request.headers.get("referer") ?? "");
  return referer?.host === new URL(origin).host
    ? safePath(referer.pathname + referer.search, href("/dashboard"))
    : href("/dashboard");
}

/** Guard: only the signed-in pass. Middleware runs for every form of a request, also for data and for child actions. */
export const userOnly: MiddlewareFunction<Response> = async ({ request, context }) => {
  if (!(await getUser(request, context))) throw toSignIn(request);
};

/** Tells the browser in how many seconds the session ends: it keeps pages for use without a network no longer. */
export const announceSessionEnd: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const answer = await next();
  const endsAt = (await signedInOf(request, context))?.endsAt.getTime();
  if (endsAt) {
    const left = endsAt - context.get(appContext).clock.now().getTime();
    answer.headers.set("x-session-ends-in", String(Math.floor(left / 1000)));
  }
  return answer;
};

/**
 * Guard: only administrators pass; others are told why and sent to their own dashboard, and those without a second factor to
 * where they turn it on, when this installation asks for it.
 */
export const adminOnly: MiddlewareFunction<Response> = async ({ request, context }) => {
  const actor = await getUser(request, context);
  if (!actor) throw toSignIn(request);
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
  if (context.get(appContext).settings.adminTwoFactor && !actor.twoFactorSince)
    throw redirectWithToast(href("/dashboard/settings/security/two-steps"), {
      type: "info",
      code: "twoFactor.neededForAdmin",
    });
};
