import { useEffect, useState } from "react";
import { href } from "react-router";
import type { Language } from "#app/platform/i18n/language.ts";
import { reloadDocument } from "#app/platform/ui/connection/document-load.ts";
import { unsentForm } from "#app/platform/ui/connection/unsent-form.ts";
import { wordsAddress } from "../locales/load-namespaces.ts";

/** Words of the pages that the worker stores first: the pets, their profiles, the scans and the report form. */
const offlineNamespaces = [
  "dashboard",
  "evidence",
  "lostFound",
  "map",
  "offeredPets",
  "petDetails",
  "petHealth",
  "pets",
  "plans",
  "reachability",
  "reportForm",
  "scans",
  "transfer",
] as const;

/**
 * Registers the worker after the page has loaded, tells it for which user to store pages, and detects a waiting new
 * build.
 */
export function useWorker(userId: string | null, language: Language) {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);

  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    let isCancelled = false;
    serviceWorker
      .register(href("/sw.js"), { scope: "/" })
      .then(async (registration) => {
        if (isCancelled || !registration) return;
        const checkWaiting = () => {
          if (!isCancelled && registration.waiting && serviceWorker.controller) setWaiting(registration.waiting);
        };
        checkWaiting();
        registration.addEventListener("updatefound", () => {
          registration.installing?.addEventListener("statechange", checkWaiting);
        });
        const { active } = await serviceWorker.ready;
        const assets = performance
          .getEntriesByType("resource")
          .map(({ name }) => new URL(name))
          .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
          .map(({ pathname }) => pathname);
        // The stored pages reference all their other files.
        if (userId) assets.push(...offlineNamespaces.map((namespace) => wordsAddress(language, namespace)));
        if (!isCancelled) active?.postMessage({ userId, language, assets });
      })
      // The site works without the worker as long as there is a network.
      .catch(() => undefined);
    return () => {
      isCancelled = true;
    };
  }, [userId, language]);

  // The server has reported the end of the session to a form, or to this page when it returned to the foreground.
  useEffect(
    () =>
      unsentForm.subscribe(() => {
        if (unsentForm.get() === "signedOut")
          navigator.serviceWorker?.controller?.postMessage({ userId: null, language });
      }),
    [language],
  );

  return {
    isNew: waiting !== null,
    activate() {
      navigator.serviceWorker.addEventListener("controllerchange", () => reloadDocument(), { once: true });
      // An even newer build may have replaced it meanwhile.
      const newest = navigator.serviceWorker.getRegistration("/").then((registration) => registration?.waiting);
      void newest.then((worker) => (worker ?? waiting)?.postMessage({ skip: true }));
    },
    dismiss() {
      setWaiting(null);
    },
  };
}
