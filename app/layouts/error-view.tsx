import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useRouteError } from "react-router";
import { buttonClass } from "#app/platform/ui/button.tsx";

const ErrorPage = lazy(() =>
  import("./error-page.tsx").then(
    (module) => ({ default: module.ErrorPage }),
    () => ({ default: PlainError }),
  ),
);

/** The error screen where even the error screen cannot be fetched: the connection is gone. */
function PlainError() {
  const { t } = useTranslation();
  return (
    <div role="alert" className="grid justify-items-center gap-5 py-20">
      <h1 className="heading text-xl">{t("common.error.title")}</h1>
      <button type="button" className={buttonClass()} onClick={() => location.reload()}>
        {t("common.error.reload")}
      </button>
    </div>
  );
}

let fromServer: { at: string; text: string } | undefined;

/**
 * What the page that came from the server says of its fault, with the number by which the log knows it. The router hides
 * from the browser what failed; so it is read off that page before it may be drawn anew.
 */
function readServerMessage(): string | null {
  if (typeof document === "undefined") return null;
  const text = document.querySelector("[data-server-message]")?.textContent;
  if (text) fromServer ??= { at: location.href, text };
  return fromServer?.at === location.href ? fromServer.text : null;
}

/** The one error screen, fetched when something fails and not before. Inside a layout its bars stay around it. */
export function ErrorView({ isFramed }: { isFramed?: boolean }) {
  const error = useRouteError();
  const serverMessage = readServerMessage();
  return (
    <Suspense fallback={null}>
      <ErrorPage error={error} serverMessage={serverMessage} isFramed={isFramed} />
    </Suspense>
  );
}
