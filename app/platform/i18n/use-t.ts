import { createContext, use } from "react";
import type { Language } from "./language.ts";
import type { Translate } from "./words.ts";

/** What components read of the page's language. */
export interface Words {
  t: Translate;
  language: Language;
  /** Whether there is a translation under this key. */
  has(key: string): boolean;
}

export const WordsContext = createContext<Words | null>(null);

/** Returns the words in the page's language. Throws outside `WordsContext`. */
export function useWords(): Words {
  const words = use(WordsContext);
  if (!words) throw new Error("Rendered outside WordsContext");
  return words;
}

/** Returns the translate function of the page's language. */
export function useT(): Translate {
  return useWords().t;
}
