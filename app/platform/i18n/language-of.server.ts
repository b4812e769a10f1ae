import { parse, serialize } from "hono/utils/cookie";
import { isLanguage, type Language, languageCookie } from "./language.ts";

/** Returns the language selected by a URL (`?lang=ar`); null if there is none. */
export function findLanguageInAddress({ url }: Request): Language | null {
  const selected = /[?&]lang=(en|ar)(?:&|$)/.exec(url)?.[1];
  return isLanguage(selected) ? selected : null;
}

function languageInCookie({ headers }: Request): Language | null {
  const stored = parse(headers.get("cookie") ?? "", languageCookie)[languageCookie];
  return isLanguage(stored) ? stored : null;
}

/** Returns whether the request is a navigation, rather than a fetch by a script or service worker. */
function isNavigation({ method, headers }: Request): boolean {
  const mode = headers.get("sec-fetch-mode");
  return method === "GET" && (mode ? mode === "navigate" : (headers.get("accept") ?? "").includes("text/html"));
}

/**
 * Returns the language to store after this request: the one selected by an opened link, if it differs from the stored
 * one; otherwise null.
 */
export function findLanguageToKeep(request: Request): Language | null {
  const selected = findLanguageInAddress(request);
  return selected && selected !== languageInCookie(request) && isNavigation(request) ? selected : null;
}

/**
 * Returns the request's language: the stored choice, otherwise Arabic if the browser's preferred language starts with
 * `ar`, otherwise English. The preferred language is the one with the highest quality value (RFC 9110 §12.5.4), the
 * first of equals.
 */
export function readLanguage(request: Request): Language {
  const chosen = findLanguageInAddress(request) ?? languageInCookie(request);
  if (chosen) return chosen;
  let best = { tag: "", quality: 0 };
  for (const part of (request.headers.get("accept-language") ?? "").slice(0, 500).split(",")) {
    const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
    const given = parameters.find((one) => one.trim().startsWith("q="));
    const quality = given ? Number(given.trim().slice(2)) : 1;
    if (tag && quality > best.quality) best = { tag, quality };
  }
  return best.tag === "ar" || best.tag.startsWith("ar-") ? "ar" : "en";
}

/** Returns the cookie that stores the language for a year; scripts can read it. */
export function createLanguageCookie(language: Language, secure: boolean): string {
  return serialize(languageCookie, language, {
    path: "/",
    maxAge: 31_536_000,
    sameSite: "Lax",
    secure,
  });
}
