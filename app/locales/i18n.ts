import { createInstance, type FormatterModule, type i18n, type ResourceLanguage } from "i18next";
import { initReactI18next } from "react-i18next";
import { namespaces } from "#app/locales/namespaces.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import type { Language } from "#app/platform/i18n/language.ts";

/** A number inside a sentence is written as numbers are read; what must not be grouped, such as a year, comes as text. */
const numbers: FormatterModule = {
  type: "formatter",
  init() {},
  add() {},
  addCached() {},
  format: (value, _format, language) => (typeof value === "number" ? formatNumber(value, language as Language) : value),
};

/** An i18next instance in one language, ready at once. React escapes by itself. */
export function openI18n(language: Language, resources: Partial<Record<Language, ResourceLanguage>>): i18n {
  const instance = createInstance();
  instance
    .use(initReactI18next)
    .use(numbers)
    .init({
      lng: language,
      fallbackLng: "en",
      resources,
      // `tags.claimed` is `claimed` of the namespace `tags`.
      ns: [...namespaces],
      defaultNS: "common",
      nsSeparator: ".",
      keySeparator: ".",
      appendNamespaceToMissingKey: true,
      interpolation: { escapeValue: false, alwaysFormat: true },
      initAsync: false,
      showSupportNotice: false,
      react: { useSuspense: false },
      // A page whose words were not fetched is a defect; it shows in the browser's own error log and fails an e2e test.
      saveMissing: true,
      missingKeyHandler: (_languages: unknown, namespace: string, key: string) => {
        const defect = new Error(`No words for ${namespace}.${key}`);
        if ("reportError" in globalThis) reportError(defect);
        else process.emitWarning(defect);
      },
    } as Parameters<i18n["init"]>[0]);
  return instance;
}
