import { lazy, Suspense } from "react";
import { useRouteError } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { reloadDocument } from "#app/platform/ui/connection/document-load.ts";
import { loadNamespaces } from "../locales/load-namespaces.ts";
import { useErrorTitle } from "./page-title.ts";

const ErrorPage = lazy(async () => {
  try {
    const [module] = await Promise.all([import("./error-page.tsx"), loadNamespaces(["errorPage"])]);
    return { default: module.ErrorPage };
  } catch {
    // What the server rendered is whole and stays; a page that is being left stops loading scripts, too.
    return document.querySelector("[data-error-page]") ? new Promise<never>(() => {}) : { default: PlainError };
  }
});

/** Fallback for when the error page itself cannot be loaded because the connection is lost. */
function PlainError() {
  const t = useT();
  return (
    <div role="alert" className="grid justify-items-center gap-5 py-20">
      <h1 className="heading text-xl">{t("common.error.title")}</h1>
      <button type="button" className={buttonClass()} onClick={() => reloadDocument()}>
        {t("common.error.reload")}
      </button>
    </div>
  );
}

let fromServer: { at: string; text: string } | undefined;

/**
 * Returns the error message in the server-rendered page, which contains the error ID from the log. The router hides the
 * error from the browser, so the message is read from that page before it may be rendered again.
 */
function readServerMessage(): string | null {
  if (typeof document === "undefined") return null;
  const text = document.querySelector("[data-server-message]")?.textContent;
  if (text) fromServer ??= { at: location.href, text };
  return fromServer?.at === location.href ? fromServer.text : null;
}

/** Error page, only loaded when something fails. Inside a layout, its bars remain. */
export function ErrorView({ isFramed }: { isFramed?: boolean }) {
  const error = useRouteError();
  useErrorTitle(error);
  const serverMessage = readServerMessage();
  return (
    <Suspense fallback={null}>
      <ErrorPage error={error} serverMessage={serverMessage} isFramed={isFramed} />
    </Suspense>
  );
}
