import { parse, serialize } from "hono/utils/cookie";
import { isLanguage, type Language, languageCookie } from "./language.ts";

/** The language that an address itself names (`?lang=ar`). */
function languageInAddress({ url }: Request): Language | null {
  const named = /[?&]lang=(en|ar)(?:&|$)/.exec(url)?.[1];
  return isLanguage(named) ? named : null;
}

function languageInCookie({ headers }: Request): Language | null {
  const stored = parse(headers.get("cookie") ?? "", languageCookie)[languageCookie];
  return isLanguage(stored) ? stored : null;
}

/** Whether a person opened the address, rather than a script or a service worker fetching it. */
function isNavigation({ method, headers }: Request): boolean {
  const mode = headers.get("sec-fetch-mode");
  return method === "GET" && (mode ? mode === "navigate" : (headers.get("accept") ?? "").includes("text/html"));
}

/** The language to keep after this request: that of an opened link which names one other than the kept; else null. */
export function findLanguageToKeep(request: Request): Language | null {
  const named = languageInAddress(request);
  return named && named !== languageInCookie(request) && isNavigation(request) ? named : null;
}

/**
 * The stored choice, otherwise Arabic when the browser's first language starts with `ar`, otherwise English.
 * "First" is the one with the highest quality value (RFC 9110 §12.5.4), the earliest of equals.
 */
export function readLanguage(request: Request): Language {
  const chosen = languageInAddress(request) ?? languageInCookie(request);
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

/** Keeps the choice for a year, readable by the page's script so that both stay in step. */
export function createLanguageCookie(language: Language, secure: boolean): string {
  return serialize(languageCookie, language, {
    path: "/",
    maxAge: 31_536_000,
    sameSite: "Lax",
    secure,
  });
}
