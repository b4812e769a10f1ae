import { parse, serialize } from "hono/utils/cookie";
import { redirect } from "react-router";
import type { WordKey } from "../i18n/words.ts";
import { toastCookieName } from "../ui/toasts/toast-cookie.ts";
import { safePath } from "./safe-path.ts";

interface Sentence {
  code: WordKey;
  params?: Record<string, string | number>;
}

export interface Toast extends Sentence {
  type: "success" | "info" | "warning" | "error";
  /** Second, smaller line of one or several sentences. */
  description?: WordKey | Sentence[];
  /** Button that opens a page of this site. */
  link?: { code: WordKey; to: string };
  /** Replaces an earlier toast with the same id that is still shown. */
  id?: string;
}

/** Creates the cookie of a toast, which the page's script deletes once it has shown it (`toast-cookie.ts`). */
export function createToastCookie(toast: Toast): string {
  const value = JSON.stringify({ ...toast, at: Date.now() });
  return serialize(toastCookieName, value, { path: "/", sameSite: "Lax", maxAge: 60 });
}

export const clearToastCookie = serialize(toastCookieName, "", { path: "/", sameSite: "Lax", maxAge: 0 });

/**
 * Tells whether the service worker sent a request to store the page. It must neither take nor set the toast, which
 * belongs to the page that the user sees next.
 */
export const isBackgroundRequest = (request: Request): boolean => request.headers.has("x-background");

/**
 * Tells whether the answer to a request is surely shown, so that it may delete the toast. Data that a script requests
 * is dropped if another navigation overtakes it.
 */
export function isToastShown(request: Request): boolean {
  return (request.headers.get("sec-fetch-dest") ?? "document") === "document";
}

/**
 * Redirects to `to` (303) with a toast, translated into that page's language. A key alone says what was successfully
 * done.
 */
export function redirectWithToast(to: string, toast: Toast | WordKey, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  all.append("set-cookie", createToastCookie(typeof toast === "string" ? { type: "success", code: toast } : toast));
  return redirect(to, { status: 303, headers: all });
}

const isKey = (code: unknown) => typeof code === "string" && /^[a-z]+(\.\w+)+$/i.test(code);

interface StoredToast extends Toast {
  /** When it was set (ms since 1970), which tells it from other toasts. */
  at: number;
  description: Sentence[];
}

/** Reads the toast set by the previous page from its cookie, which can only contain translation keys. */
export function readToast(request: Request): StoredToast | null {
  const text = parse(request.headers.get("cookie") ?? "", toastCookieName)[toastCookieName];
  if (!text) return null;
  try {
    const toast = JSON.parse(text) as Toast & { at?: unknown };
    const description = [toast.description ?? []].flat().map((one) => (typeof one === "string" ? { code: one } : one));
    const link = toast.link && { ...toast.link, to: safePath(toast.link.to, "/") };
    const isOurs = [toast, ...description, ...(link ? [link] : [])].every(({ code }) => isKey(code));
    const at = Number(toast.at) || 0;
    return isOurs && ["success", "info", "warning", "error"].includes(toast.type)
      ? { ...toast, at, description, ...(link && { link }) }
      : null;
  } catch {
    return null;
  }
}
