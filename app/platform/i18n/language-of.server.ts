import { parse, serialize } from "hono/utils/cookie";
import { isLanguage, type Language, languageCookie } from "./language.ts";

/** The language somebody chose earlier or names in the address (`?lang=ar`); null when they never did. */
function chosenLanguage(request: Request): Language | null {
  const query = /[?&]lang=(en|ar)(?:&|$)/.exec(request.url)?.[1];
  if (isLanguage(query)) return query;
  const stored = parse(request.headers.get("cookie") ?? "", languageCookie)[languageCookie];
  return isLanguage(stored) ? stored : null;
}

/**
 * The stored choice, otherwise Arabic when the browser's first language starts with `ar`, otherwise English.
 * "First" is the one with the highest quality value (RFC 9110 §12.5.4), the earliest of equals.
 */
export function languageOf(request: Request): Language {
  const chosen = chosenLanguage(request);
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
export function languageSetCookie(language: Language, secure: boolean): string {
  return serialize(languageCookie, language, {
    path: "/",
    maxAge: 31_536_000,
    sameSite: "Lax",
    secure,
  });
}
