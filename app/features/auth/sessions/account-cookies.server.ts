import { parse, serialize } from "hono/utils/cookie";
import { emailField } from "../auth.forms.server.ts";

const pendingEmailCookie = "waiting-address";
const halfAnHour = 1800;

/** Remembers for half an hour, in this browser only, which address was just signed up. */
export function createPendingEmailCookie(email: string, secure: boolean): string {
  return serialize(pendingEmailCookie, email, {
    path: "/auth",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: halfAnHour,
    secure,
  });
}

/** The address that this browser just signed up, or null. */
export function readPendingEmail(request: Request): string | null {
  const stored = parse(request.headers.get("cookie") ?? "", pendingEmailCookie)[pendingEmailCookie];
  return emailField.safeParse(stored).data ?? null;
}

/**
 * Headers of an answer that leads on from a page for signing in: its cookies, and that the next page takes the place of this
 * one, so that Back does not lead to it.
 */
export function createSignedInHeaders(cookies: readonly string[]): Headers {
  const headers = createCookieHeaders(cookies);
  headers.set("x-remix-replace", "yes");
  return headers;
}

/** Headers that set several cookies. */
export function createCookieHeaders(cookies: readonly string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return headers;
}
