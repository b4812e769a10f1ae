import { parse, serialize } from "hono/utils/cookie";
import { emailLine } from "#app/platform/http/forms/text-fields.server.ts";

const pendingEmailCookie = "waiting-address";
const halfAnHour = 1800;

/** Creates the cookie that remembers the address just signed up in this browser, for half an hour. */
export function createPendingEmailCookie(email: string, secure: boolean): string {
  return serialize(pendingEmailCookie, email, {
    path: "/auth",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: halfAnHour,
    secure,
  });
}

/** Returns the address that this browser just signed up, or null. */
export function readPendingEmail(request: Request): string | null {
  const stored = parse(request.headers.get("cookie") ?? "", pendingEmailCookie)[pendingEmailCookie];
  return emailLine.safeParse(stored).data ?? null;
}

/**
 * Returns the response headers of a completed sign-in: its cookies, and the header that makes the next page replace
 * this one in the history, so that Back does not return to it.
 */
export function createSignedInHeaders(cookies: readonly string[]): Headers {
  const headers = createCookieHeaders(cookies);
  headers.set("x-remix-replace", "yes");
  return headers;
}

/** Returns headers that set several cookies. */
export function createCookieHeaders(cookies: readonly string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return headers;
}
