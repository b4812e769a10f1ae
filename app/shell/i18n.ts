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
    // A page whose words were not fetched is a defect; it shows in the browser's own error log and fails a journey.
    saveMissing: true,
    missingKeyHandler: (_languages: unknown, _area: unknown, key: string) =>
      reportError(new Error(`No words for ${key}`)),
  } as Parameters<i18n["init"]>[0]);
  return instance;
}
