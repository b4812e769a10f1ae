import RotateCw from "lucide-react/icons/rotate-cw";
import ShieldAlert from "lucide-react/icons/shield-exclamation-point";
import { useEffect, useState } from "react";
import { href, isRouteErrorResponse, Link, useLocation } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { GoneKind } from "#app/platform/app-error.server.ts";
import { withTo } from "#app/platform/http/safe-path.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";
import { openDocument, reloadDocument } from "#app/platform/ui/connection/document-load.ts";
import { EmptyBowlDrawing } from "#app/platform/ui/drawings/empty-bowl-drawing.tsx";
import { LostDrawing } from "#app/platform/ui/drawings/lost-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Logo } from "#app/platform/ui/logo.tsx";

/** Content of a page that failed. Inside a layout (`isFramed`), the layout's own bars remain. */
export function ErrorPage({
  error,
  serverMessage,
  isFramed = false,
}: {
  error: unknown;
  serverMessage: string | null;
  isFramed?: boolean;
}) {
  const t = useT();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { pathname } = useLocation();
  const gone = findGone(error);
  const content =
    gone || status === 410 ? (
      <GonePage what={gone ?? "report"} />
    ) : status === 404 ? (
      <NotFoundPage isOwnersOnly={/^\/(dashboard|checkout)\//.test(pathname) && findCode(error) !== undefined} />
    ) : status === 403 ? (
      <AccessDeniedPage />
    ) : (
      <ErrorContent error={error} message={getServerMessage(error) ?? serverMessage} />
    );
  const page = (
    <div data-error-page className="contents">
      {content}
    </div>
  );
  if (isFramed) return page;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="wrap py-4">
        <Link to="/" aria-label={t("shell.homeLink")} className="inline-block rounded-1">
          <Logo word={t("shell.name")} />
        </Link>
      </header>
      <main className="grid flex-1 place-items-center pb-20">{page}</main>
    </div>
  );
}

/**
 * Returns whether the site is temporarily unavailable. Asks the server, because the router hides the cause of an error
 * from the browser.
 */
function useIsDatabaseDown(isAsked: boolean): boolean {
  const [isDatabaseDown, setIsDatabaseDown] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    fetch("/readyz").then(
      ({ status }) => setIsDatabaseDown(status === 503),
      () => undefined,
    );
  }, [isAsked]);
  return isDatabaseDown;
}

/** Messages of failed requests in Chromium, Firefox and Safari, and of the router when it looks up a page. */
const lostPatterns = /Failed to fetch|NetworkError|Load failed|^5\d\d\b|JSON|Unable to discover routes/;

/** Loads the page as a document once the server can be reached, if the router could not even look it up. */
function useDocumentIfLost(error: unknown): void {
  const isLost = error instanceof Error && lostPatterns.test(error.message);
  useEffect(() => {
    if (isLost) void openDocument(location.href);
  }, [isLost]);
}

function ErrorContent({ message, error }: { message: string | null; error: unknown }) {
  useDocumentIfLost(error);
  const t = useT();
  const here = useLocation();
  const isDatabaseDown = useIsDatabaseDown(message === null);
  return (
    <EmptyState
      level={1}
      drawing={<EmptyBowlDrawing />}
      title={t("common.error.title")}
      text={
        <span data-server-message={typeof document === "undefined" ? "" : undefined} suppressHydrationWarning>
          {message ?? t(isDatabaseDown ? "errorPage.outage" : "common.error.text")}
        </span>
      }
      actions={
        <>
          <a
            href={here.pathname + here.search}
            onClick={(event) => {
              event.preventDefault();
              reloadDocument();
            }}
            className={buttonClass()}
          >
            <RotateCw aria-hidden className="size-5" />
            {t("common.error.reload")}
          </a>
          <ButtonLink to="/" variant="ghost">
            {t("common.notFound.home")}
          </ButtonLink>
        </>
      }
    />
  );
}

/**
 * Returns the server's message to the user; null for errors of the browser, the network and the router (a form sent to a
 * page without one), whose messages are for developers.
 */
function getServerMessage(error: unknown): string | null {
  if (!isRouteErrorResponse(error) || error.status === 405) return null;
  const { data } = error;
  const text = typeof data === "string" ? data : (data as { message?: unknown } | null)?.message;
  return typeof text === "string" && text ? text.slice(0, 300) : null;
}

/**
 * Shown both if something does not exist and if it belongs to someone else. Where only the owner's account opens a link
 * (`isOwnersOnly`), it says which account is logged in.
 */
function NotFoundPage({ isOwnersOnly }: { isOwnersOnly: boolean }) {
  const t = useT();
  return (
    <EmptyState
      level={1}
      drawing={<LostDrawing />}
      title={t("common.notFound.title")}
      text={
        isOwnersOnly ? (
          <>
            {t("errorPage.otherAccount")} <LoggedInAs />
          </>
        ) : (
          t("errorPage.notFound")
        )
      }
      actions={
        <>
          {isOwnersOnly && <SwitchAccount />}
          <ButtonLink to="/" variant={isOwnersOnly ? "ghost" : undefined}>
            {t("common.notFound.home")}
          </ButtonLink>
        </>
      }
    />
  );
}

/** Sentence that tells which account is logged in, for a link that only another account opens. */
function LoggedInAs() {
  const { t, user } = useViewer();
  const account = user?.email ?? user?.phone;
  return account ? t("errorPage.loggedInAs", { account: `\u2066${account}\u2069` }) : null;
}

/** Button that logs out and leads to this page again, which asks to log in. */
function SwitchAccount() {
  const t = useT();
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={href("/auth/sign-out")}>
      <input type="hidden" name="to" value={pathname + search} />
      <Button type="submit">{t("errorPage.switchAccount")}</Button>
    </form>
  );
}

/** Where a link to something that is gone leads instead; home for the rest. */
const insteadOf: Partial<Record<GoneKind, "board" | "contact" | "store">> = {
  conversation: "board",
  order: "contact",
  ownConversation: "board",
  poster: "board",
  report: "board",
  stockAlert: "store",
};

/** Returns the code of an expected error; undefined for any other, such as an address that no page has. */
function findCode(error: unknown): string | undefined {
  return isRouteErrorResponse(error) ? (error.data as { code?: string } | null)?.code : undefined;
}

/** Returns what the error says is gone; null for any other error. */
function findGone(error: unknown): GoneKind | null {
  const [, kind] = findCode(error)?.split?.("errorPage.gone.") ?? [];
  return (kind as GoneKind) ?? null;
}

/** Shown for a link to something that was deleted. */
function GonePage({ what }: { what: GoneKind }) {
  const { t, user } = useViewer();
  const { pathname } = useLocation();
  const places = { board: href("/community-reports"), contact: href("/contact"), store: href("/store") };
  const instead = insteadOf[what];
  const isOwnersOnly = what === "offer" || what === "invitation" || what === "oldLink";
  return (
    <EmptyState
      level={1}
      drawing={<LostDrawing />}
      title={t("errorPage.gone.title")}
      text={
        <>
          {t(`errorPage.gone.${what}`)} {isOwnersOnly && <LoggedInAs />}
        </>
      }
      actions={
        <>
          {isOwnersOnly &&
            (user ? (
              <SwitchAccount />
            ) : (
              <ButtonLink to={withTo(href("/auth/phone"), pathname)}>{t("shell.login")}</ButtonLink>
            ))}
          {instead && <ButtonLink to={places[instead]}>{t(`errorPage.gone.to.${instead}`)}</ButtonLink>}
          <ButtonLink to="/" variant={instead || isOwnersOnly ? "ghost" : undefined}>
            {t("common.notFound.home")}
          </ButtonLink>
        </>
      }
    />
  );
}

function AccessDeniedPage() {
  const { t, user } = useViewer();
  return (
    <EmptyState
      level={1}
      drawing={<ShieldAlert aria-hidden className="max-h-24 text-lost" strokeWidth={1.25} />}
      title={t("errorPage.accessDenied.title")}
      text={t("errorPage.accessDenied.text")}
      actions={
        <>
          {user && <ButtonLink to={href("/dashboard")}>{t("errorPage.accessDenied.dashboard")}</ButtonLink>}
          <ButtonLink to="/" variant="ghost">
            {t("common.notFound.home")}
          </ButtonLink>
        </>
      }
    />
  );
}
