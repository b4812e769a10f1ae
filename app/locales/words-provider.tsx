import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { type Words, WordsContext } from "#app/platform/i18n/use-t.ts";
import { pageWords } from "./load-namespaces.ts";
import { createTranslator } from "./translator.ts";

/** Gives components the words of this browser tab, anew when its language changes. */
export function WordsProvider({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(pageWords.subscribe, pageWords.language, pageWords.language);
  const words = useMemo(
    (): Words => ({ ...createTranslator({ language, words: pageWords.of(language) }), language }),
    [language],
  );
  return <WordsContext value={words}>{children}</WordsContext>;
}
