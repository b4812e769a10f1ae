export const languages = ["en", "ar"] as const;
export type Language = (typeof languages)[number];

export const languageCookie = "preferred-language";

export function isLanguage(value: unknown): value is Language {
  return value === "en" || value === "ar";
}

export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}

/** Returns the other of the two languages. */
export function otherLanguage(language: Language): Language {
  return language === "ar" ? "en" : "ar";
}
