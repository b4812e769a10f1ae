import { parse, serialize } from "hono/utils/cookie";
import { redirect } from "react-router";
import type { WordKey } from "../i18n/words.ts";

interface Sentence {
  code: WordKey;
  params?: Record<string, string | number>;
}

export interface Toast extends Sentence {
  type: "success" | "info" | "warning" | "error";
  /** Second, smaller line of one or several sentences. */
  description?: WordKey | Sentence[];
}

const name = "toast";

export function createToastCookie(toast: Toast): string {
  return serialize(name, JSON.stringify(toast), { path: "/", httpOnly: true, sameSite: "Lax", maxAge: 60 });
}

export const clearToastCookie = serialize(name, "", { path: "/", httpOnly: true, sameSite: "Lax", maxAge: 0 });

/** Redirects to `to` (303) with a toast, translated into that page's language. */
export function redirectWithToast(to: string, toast: Toast, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  all.append("set-cookie", createToastCookie(toast));
  return redirect(to, { status: 303, headers: all });
}

const isKey = (code: unknown) => typeof code === "string" && /^[a-z]+(\.\w+)+$/i.test(code);

/** Reads the toast set by the previous page from its cookie, which can only contain translation keys. */
export function readToast(request: Request): (Toast & { description: Sentence[] }) | null {
  const text = parse(request.headers.get("cookie") ?? "", name)[name];
  if (!text) return null;
  try {
    const toast = JSON.parse(text) as Toast;
    const description = [toast.description ?? []].flat().map((one) => (typeof one === "string" ? { code: one } : one));
    const isOurs = [toast, ...description].every(({ code }) => isKey(code));
    return isOurs && ["success", "info", "warning", "error"].includes(toast.type) ? { ...toast, description } : null;
  } catch {
    return null;
  }
}
