import type { i18n, ResourceKey } from "i18next";
import { use } from "react";
import { useMatches } from "react-router";
import { type Namespace, sharedNamespaces } from "#app/locales/namespaces.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { openDocument } from "#app/platform/ui/document-load.ts";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";

/** One file per namespace; those for e-mails, documents and the finder's page are only used by the server. */
const files = import.meta.glob<ResourceKey>(
  [
    "./*/*.json",
    "!./*/{accountEmails,caregiverEmail,dataExportFile,errors,finder,finderPage,offlinePage,orderDocuments,posterSheet,receipts,reportEmails,transferEmail}.json",
  ],
  { import: "default" },
);

let instance: i18n | null = null;
const loaded = new Set<string>();
const pending = new Map<string, Promise<void>>();

/** Sets the i18next instance of this browser tab, to which translations are added. */
export function setI18n(i18n: i18n): void {
  instance = i18n;
}

/** Fetches the missing ones of these namespaces, in the current language or `language`, and adds them. */
export async function loadNamespaces(namespaces: readonly Namespace[], language?: Language): Promise<void> {
  const i18n = instance;
  if (!i18n) return;
  const wanted = language ?? (i18n.language as Language);
  await Promise.all(
    namespaces
      .filter((namespace) => !loaded.has(`${wanted}/${namespace}`))
      .map(async (namespace) => {
        const words = await files[`./${wanted}/${namespace}.json`]?.();
        i18n.addResourceBundle(wanted, namespace, words);
        loaded.add(`${wanted}/${namespace}`);
      }),
  );
}

/** Returns the namespaces of the page and its layouts, from their `handle.i18n`. */
export function namespacesOf(handles: readonly unknown[]): Namespace[] {
  const own = handles.flatMap((handle) => (handle as PageHandle | undefined)?.i18n ?? []);
  return [...new Set<Namespace>([...sharedNamespaces, ...own])];
}

/** Loads the page as a document, because its words cannot be had; the shown one stays until then. */
function openHere(): Promise<never> {
  void openDocument(location.href);
  return new Promise(() => undefined);
}

/** Suspends rendering of a page until its translations are loaded; the previous page remains visible. */
export function usePageNamespaces(): void {
  const namespaces = namespacesOf(useMatches().map(({ handle }) => handle));
  const language = instance?.language;
  if (!instance || namespaces.every((namespace) => loaded.has(`${language}/${namespace}`))) return;
  const key = `${language} ${namespaces.join(" ")}`;
  let fetching = pending.get(key);
  if (!fetching) {
    fetching = loadNamespaces(namespaces)
      .catch(openHere)
      .finally(() => pending.delete(key));
    pending.set(key, fetching);
  }
  use(fetching);
}

/** Switches the language, after loading in it all namespaces loaded so far; loads the page anew if that fails. */
export async function changeLanguage(language: Language): Promise<void> {
  const others = [...loaded].map((one) => one.split("/") as [Language, Namespace]);
  await loadNamespaces([...new Set(others.map(([, namespace]) => namespace))], language).catch(openHere);
  await instance?.changeLanguage(language);
}
