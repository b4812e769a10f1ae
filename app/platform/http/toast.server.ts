import { parse, serialize } from "hono/utils/cookie";
import { redirect } from "react-router";
import type { WordKey } from "../i18n/words.ts";

export interface Toast {
  type: "success" | "info" | "warning" | "error";
  code: WordKey;
  params?: Record<string, string | number>;
  /** A second, smaller line. */
  description?: WordKey;
}

const name = "toast";

export function toastCookie(toast: Toast): string {
  return serialize(name, JSON.stringify(toast), { path: "/", httpOnly: true, sameSite: "Lax", maxAge: 60 });
}

export const clearToastCookie = serialize(name, "", { path: "/", httpOnly: true, sameSite: "Lax", maxAge: 0 });

/** Goes to `to` (303) and shows the toast there, in the language that page is read in. */
export function redirectWithToast(to: string, toast: Toast, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  all.append("set-cookie", toastCookie(toast));
  return redirect(to, { status: 303, headers: all });
}

/** The toast that the page before left behind. A forged cookie can name only keys of our own words. */
export function readToast(request: Request): Toast | null {
  const text = parse(request.headers.get("cookie") ?? "", name)[name];
  if (!text) return null;
  try {
    const toast = JSON.parse(text) as Toast;
    const isOurs = /^[a-z]+(\.\w+)+$/i.test(toast.code) && ["success", "info", "warning", "error"].includes(toast.type);
    return isOurs ? toast : null;
  } catch {
    return null;
  }
}
