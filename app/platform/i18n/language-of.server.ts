import { parse, serialize } from "hono/utils/cookie";
import { type FinderLanguage, findFinderLanguage, isFinderLanguage } from "./finder-languages.ts";
import { isLanguage, type Language, languageCookie } from "./language.ts";

/** Returns the language selected by a URL (`?lang=ur`), of the finder's pages or of all; null if there is none. */
export function findLanguageInAddress({ url }: Request): FinderLanguage | null {
  const selected = /[?&]lang=([a-z]+)(?:&|$)/.exec(url)?.[1];
  return isFinderLanguage(selected) ? selected : null;
}

function languageInCookie({ headers }: Request): FinderLanguage | null {
  const stored = parse(headers.get("cookie") ?? "", languageCookie)[languageCookie];
  return isFinderLanguage(stored) ? stored : null;
}

/** Returns whether the request is a navigation, rather than a fetch by a script or service worker. */
function isNavigation({ headers }: Request): boolean {
  const mode = headers.get("sec-fetch-mode");
  return mode ? mode === "navigate" : (headers.get("accept") ?? "").includes("text/html");
}

/**
 * Returns the language to store after this request: the one selected by an opened link, or by a button that carries a
 * form, if it differs from the stored one; otherwise null.
 */
export function findLanguageToKeep(request: Request): FinderLanguage | null {
  const selected = findLanguageInAddress(request);
  return selected && selected !== languageInCookie(request) && isNavigation(request) ? selected : null;
}

/**
 * Returns the tags of the `Accept-Language` header that have a quality value above 0, the preferred first, the first of
 * equals before (RFC 9110 §12.5.4). Looks at no more than 500 characters.
 */
function listPreferredTags(request: Request): string[] {
  return (request.headers.get("accept-language") ?? "")
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const given = parameters.find((one) => one.trim().startsWith("q="));
      return { tag: tag.trim(), quality: given ? Number(given.trim().slice(2)) : 1 };
    })
    .filter(({ tag, quality }) => tag && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}

/**
 * Returns the languages of a request. The finder's: the stored choice, otherwise the first of the browser's that the
 * finder's pages have, otherwise English. The product's: the stored choice if it has that, otherwise Arabic if the
 * browser's first is Arabic, otherwise English.
 */
export function readLanguages(request: Request): { language: Language; finderLanguage: FinderLanguage } {
  const chosen = findLanguageInAddress(request) ?? languageInCookie(request);
  if (isLanguage(chosen)) return { language: chosen, finderLanguage: chosen };
  const tags = listPreferredTags(request);
  return {
    language: findFinderLanguage(tags[0] ?? "") === "ar" ? "ar" : "en",
    finderLanguage: chosen ?? tags.map(findFinderLanguage).find((one) => one !== null) ?? "en",
  };
}

/** Returns the cookie that stores the language for a year; scripts can read it. */
export function createLanguageCookie(language: FinderLanguage, secure: boolean): string {
  return serialize(languageCookie, language, {
    path: "/",
    maxAge: 31_536_000,
    sameSite: "Lax",
    secure,
  });
}
