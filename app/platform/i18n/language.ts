export const languages = ["en", "ar"] as const;
export type Language = (typeof languages)[number];

export const languageCookie = "preferred-language";

export function isLanguage(value: unknown): value is Language {
  return languages.some((one) => one === value);
}

/** Returns the direction of a language's script. */
export function directionOf(language: string): "ltr" | "rtl" {
  return /^(ar|ur|fa|ckb)$/.test(language) ? "rtl" : "ltr";
}

/** Returns the other of the two languages. */
export function otherLanguage(language: Language): Language {
  return language === "ar" ? "en" : "ar";
}
