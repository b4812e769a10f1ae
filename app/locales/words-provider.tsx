import type { i18n as I18n } from "i18next";
import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import type { Language } from "#app/platform/i18n/language.ts";
import { type Words, WordsContext } from "#app/platform/i18n/use-t.ts";
import type { Translate } from "#app/platform/i18n/words.ts";

/** Gives components the words of the browser's i18next instance, anew when its language changes. */
export function WordsProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  const [subscribe, getLanguage] = useMemo(() => {
    const listen = (onChange: () => void) => {
      i18n.on("languageChanged", onChange);
      return () => i18n.off("languageChanged", onChange);
    };
    return [listen, () => i18n.language as Language];
  }, [i18n]);
  const language = useSyncExternalStore(subscribe, getLanguage, getLanguage);
  const words = useMemo(
    (): Words => ({ t: i18n.getFixedT(language) as Translate, language, has: (key) => i18n.exists(key) }),
    [i18n, language],
  );
  return <WordsContext value={words}>{children}</WordsContext>;
}
