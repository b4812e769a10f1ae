import { useEffect, useState } from "react";
import { href } from "react-router";
import { unsentForm } from "#app/platform/ui/forms/unsent-form.ts";
import { loadNamespaces } from "../locales/load-namespaces.ts";

/** The words of the report form, which must open without a network. */
const offlineNamespaces = ["lostFound", "map", "pets", "reportForm"] as const;

/** Registers the worker after the page, tells it for whom pages may be kept, and notices when a new build waits. */
export function useWorker(userId: string | null, language: string) {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);

  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    let isOver = false;
    serviceWorker
      .register(href("/sw.js"), { scope: "/" })
      .then(async (registration) => {
        if (isOver || !registration) return;
        const look = () => {
          if (!isOver && registration.waiting && serviceWorker.controller) setWaiting(registration.waiting);
        };
        look();
        registration.addEventListener("updatefound", () => {
          registration.installing?.addEventListener("statechange", look);
        });
        const { active } = await serviceWorker.ready;
        // The words of the form that must open without a network; its page names all its other files. They come with
        // the overview, where visits begin, and burden no other page.
        if (userId && location.pathname === "/dashboard") await loadNamespaces(offlineNamespaces);
        const assets = performance
          .getEntriesByType("resource")
          .map(({ name }) => new URL(name))
          .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
          .map(({ pathname }) => pathname);
        if (!isOver) active?.postMessage({ userId, language, assets });
      })
      // Without the worker everything works as long as there is a network.
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [userId, language]);

  // The server has said so to a form, or to this page when it came back to the front.
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
    take() {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      // A build that is newer still may have taken its place meanwhile.
      const newest = navigator.serviceWorker.getRegistration("/").then((registration) => registration?.waiting);
      void newest.then((worker) => (worker ?? waiting)?.postMessage({ skip: true }));
    },
    dismiss() {
      setWaiting(null);
    },
  };
}
