import { use } from "react";
import { useMatches } from "react-router";
import { type Namespace, sharedNamespaces, sharedWords } from "#app/locales/namespaces.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { handleMissingPart, openDocument } from "#app/platform/ui/connection/document-load.ts";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import type { WordTree } from "./translator.ts";

/** One for all words; set by the build. */
declare const wordsVersion: string;

/** Returns the address of the file with a namespace's words (`vite-words.ts`); all shared ones are in the same. */
export function wordsAddress(language: Language, namespace: Namespace): string {
  const name = (sharedNamespaces as readonly Namespace[]).includes(namespace) ? sharedWords : namespace;
  return `/assets/words-${language}-${name}-${wordsVersion}.js`;
}

/** The words that this browser tab has loaded. */
const words: Record<Language, WordTree> = { en: {}, ar: {} };
/** The page's language; null on the server. */
let current: Language | null = null;
let log: (text: string) => void = () => undefined;
const listeners = new Set<() => void>();
const pending = new Map<string, Promise<void>>();

/** The words of this browser tab, as a store for `useSyncExternalStore`. */
export const pageWords = {
  /** Sets the page's language. With `isDebugging`, the console shows what happens to the words. */
  open(language: Language, isDebugging: boolean): void {
    // biome-ignore lint/suspicious/noConsole: what the local preference is for
    if (isDebugging) log = (text) => console.info(`i18n: ${text}`);
    pageWords.setLanguage(language);
  },
  setLanguage(language: Language): void {
    current = language;
    log(`language ${language}`);
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  language: (): Language => current ?? "en",
  of: (language: Language): WordTree => words[language],
};

/** Fetches the missing ones of these namespaces, in the current language or `language`, and adds them. */
export async function loadNamespaces(namespaces: readonly Namespace[], language?: Language): Promise<void> {
  if (!current) return;
  const wanted = language ?? current;
  const missing = namespaces.filter((namespace) => !words[wanted][namespace]);
  const addresses = new Set(missing.map((namespace) => wordsAddress(wanted, namespace)));
  const files = await Promise.all([...addresses].map((address) => import(/* @vite-ignore */ address))).catch(
    (error) => {
      handleMissingPart();
      throw error;
    },
  );
  for (const file of files) Object.assign(words[wanted], file.default);
  if (missing.length > 0) log(`added ${wanted}: ${missing.join(" ")}`);
}

/** Returns the namespaces of the page and its layouts, from their `handle.i18n`. */
export function namespacesOf(handles: readonly unknown[]): Namespace[] {
  const own = handles.flatMap((handle) => (handle as PageHandle | undefined)?.i18n ?? []);
  return [...new Set<Namespace>([...sharedNamespaces, ...own])];
}

/** Loads the page as a document, because its words cannot be had; the shown one stays until then. */
function reloadAsDocument(): Promise<never> {
  void openDocument(location.href);
  return new Promise(() => undefined);
}

/** Suspends rendering of a page until its translations are loaded; the previous page remains visible. */
export function usePageNamespaces(): void {
  const namespaces = namespacesOf(useMatches().map(({ handle }) => handle));
  const language = current;
  if (!language || namespaces.every((namespace) => words[language][namespace])) return;
  const key = `${language} ${namespaces.join(" ")}`;
  let fetching = pending.get(key);
  if (!fetching) {
    fetching = loadNamespaces(namespaces)
      .catch(reloadAsDocument)
      .finally(() => pending.delete(key));
    pending.set(key, fetching);
  }
  use(fetching);
}

/** Switches the language, after loading in it all namespaces loaded so far; loads the page anew if that fails. */
export async function changeLanguage(language: Language): Promise<void> {
  const namespaces = Object.keys({ ...words.en, ...words.ar }) as Namespace[];
  await loadNamespaces(namespaces, language).catch(reloadAsDocument);
  pageWords.setLanguage(language);
}
