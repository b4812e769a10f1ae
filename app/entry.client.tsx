import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { loadNamespaces, namespacesOf, pageWords } from "./locales/load-namespaces.ts";
import { WordsProvider } from "./locales/words-provider.tsx";
import { isLanguage, languageCookie } from "./platform/i18n/language.ts";
import { readCookie, writeCookie } from "./platform/ui/browser-cookie.ts";
import { watchCode } from "./platform/ui/connection/document-load.ts";

const { lang } = document.documentElement;
const language = isLanguage(lang) ? lang : "en";

function restoreLanguage() {
  try {
    // If the language cookie has been deleted, restore it from local storage.
    const stored = localStorage.getItem(languageCookie);
    const hasCookie = readCookie(languageCookie) !== null;
    if (isLanguage(stored) && stored !== language && !hasCookie) {
      writeCookie(languageCookie, stored, 31_536_000);
      location.reload();
      return;
    }
    if (hasCookie || stored) localStorage.setItem(languageCookie, language);
  } catch {
    // Storage may be disabled; the choice is then only kept in the cookie.
  }
}

/** Whether someone looks into the translations of this browser, with the local preference `i18n-debug`. */
function isDebugging() {
  try {
    return localStorage.getItem("i18n-debug") === "true";
  } catch {
    return false;
  }
}

restoreLanguage();
watchCode();
pageWords.open(language, isDebugging());
// Route modules of the server-rendered page; its inline script has already fetched them.
const { __reactRouterRouteModules: modules = {} } = window as unknown as {
  __reactRouterRouteModules?: Record<string, { handle?: unknown }>;
};
const pageNamespaces = namespacesOf(Object.values(modules).map(({ handle }) => handle));
/** Firefox runs the scripts before it has read the page's end, which would then be missing from the page's markup. */
const documentRead =
  document.readyState === "loading"
    ? new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }))
    : undefined;
// Without its words, the page works as without scripts and says so (app/layouts/script-error-notice.tsx).
Promise.all([loadNamespaces(pageNamespaces), documentRead]).then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <WordsProvider>
          <HydratedRouter />
        </WordsProvider>
      </StrictMode>,
    );
  });
});
