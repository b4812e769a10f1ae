import { createInstance, type FormatterModule, type i18n, type ResourceLanguage } from "i18next";
import { namespaces } from "#app/locales/namespaces.ts";
import type { FinderLanguage } from "#app/platform/i18n/finder-languages.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";

/**
 * Formats numbers in sentences with thousands separators; numbers that must not have any, such as years, are passed as
 * text.
 */
const numbers: FormatterModule = {
  type: "formatter",
  init() {},
  add() {},
  addCached() {},
  format: (value, _format, language) =>
    typeof value === "number" ? formatNumber(value, language as FinderLanguage) : value,
};

/**
 * Creates an i18next instance in one language, ready immediately. Nothing is escaped, because React does that. With
 * `debug`, i18next logs what it does.
 */
export function openI18n(
  language: FinderLanguage,
  resources: Partial<Record<FinderLanguage, ResourceLanguage>>,
  { debug = false } = {},
): i18n {
  const instance = createInstance();
  instance.use(numbers).init({
    debug,
    lng: language,
    fallbackLng: "en",
    resources,
    // `tags.claimed` is the key `claimed` of the namespace `tags`.
    ns: [...namespaces],
    defaultNS: "common",
    nsSeparator: ".",
    keySeparator: ".",
    appendNamespaceToMissingKey: true,
    interpolation: { escapeValue: false, alwaysFormat: true },
    initAsync: false,
    showSupportNotice: false,
    // A missing translation is a defect; it appears in the browser's error log and fails e2e tests.
    saveMissing: true,
    missingKeyHandler: (_languages: unknown, namespace: string, key: string) => {
      const defect = new Error(`No words for ${namespace}.${key}`);
      if ("reportError" in globalThis) reportError(defect);
      else process.emitWarning(defect);
    },
  } as Parameters<i18n["init"]>[0]);
  return instance;
}
