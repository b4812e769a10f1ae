import { createInstance, type i18n, type ResourceLanguage } from "i18next";
import { initReactI18next } from "react-i18next";
import type { Language } from "#app/platform/i18n/language.ts";

/** An i18next instance in one language, ready at once. React escapes by itself. */
export function openI18n(language: Language, resources: Partial<Record<Language, ResourceLanguage>>): i18n {
  const instance = createInstance();
  instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: "en",
    resources: Object.fromEntries(Object.entries(resources).map(([name, words]) => [name, { translation: words }])),
    interpolation: { escapeValue: false },
    initAsync: false,
    showSupportNotice: false,
    react: { useSuspense: false },
  } as Parameters<i18n["init"]>[0]);
  return instance;
}
