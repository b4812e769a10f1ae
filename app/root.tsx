import "#app/platform/ui/styles/theme.css";
import arabicFont from "@fontsource-variable/rubik/files/rubik-arabic-wght-normal.woff2?url";
import latinFont from "@fontsource-variable/rubik/files/rubik-latin-wght-normal.woff2?url";
import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from "react";
import {
  data,
  href,
  Links,
  type LinksFunction,
  Outlet,
  type RouterContextProvider,
  ScrollRestoration,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { hasStoredCart } from "#app/features/cart/has-stored-cart.ts";
import { readTheme } from "#app/features/users/theme.server.ts";
import type { Viewer } from "#app/features/users/use-viewer.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import { keepForm } from "#app/platform/http/forms/keep-form.ts";
import { refusals } from "#app/platform/http/forms/refusals.ts";
import { useWords } from "#app/platform/i18n/use-t.ts";
import { cx } from "#app/platform/ui/cx.ts";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { darkPaper, light } from "#app/platform/ui/styles/tokens.ts";
import { deleteToast } from "#app/platform/ui/toasts/toast-cookie.ts";
import { showToast, Toaster } from "#app/platform/ui/toasts/toaster.tsx";
import type { Route } from "./+types/root";
import { keepShownData, useBackgroundReload } from "./layouts/background-reload.ts";
import { DeferredScripts } from "./layouts/deferred-scripts.tsx";
import { ErrorView } from "./layouts/error-view.tsx";
import { LiveSession } from "./layouts/live-session.tsx";
import { usePageTitle } from "./layouts/page-title.ts";
import { ScriptErrorNotice } from "./layouts/script-error-notice.tsx";
import { changeLanguage, usePageNamespaces } from "./locales/load-namespaces.ts";
import { hasBlockedMark } from "./platform/http/cookie-check.server.ts";
import { appContext, requestInfoContext } from "./platform/http/request-info.server.ts";
import { clearToastCookie, isBackgroundRequest, isToastShown, readToast } from "./platform/http/toast.server.ts";
import { setSentZone } from "./platform/i18n/dates/sent-zone.rules.ts";
import { listZoneOffsets } from "./platform/i18n/dates/zone-offsets.server.ts";
import { directionOf } from "./platform/i18n/language.ts";
import { getShopTerms, setShopTerms } from "./platform/i18n/money.rules.ts";

// Loaded lazily, because visitors need neither. A page without them is whole.
const ifLoaded = <P,>(loading: Promise<{ default: (props: P) => ReactNode }>) =>
  loading.catch(() => ({ default: () => null }));
const CartMerge = lazy(() => ifLoaded(import("./layouts/cart-merge.tsx")));
const LiveNotifications = lazy(() => ifLoaded(import("./features/notifications/channels/live-notifications.tsx")));
const noSubscription = () => () => undefined;

const preloaded = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
];

/** Returns who views the page (null if signed out), with language, time zone, theme, and the server's clock. */
async function getViewer(request: Request, context: Readonly<RouterContextProvider>): Promise<Viewer> {
  const { language } = context.get(requestInfoContext);
  const actor = await getUser(request, context);
  return {
    user: actor && {
      id: actor.id,
      firstName: actor.firstName,
      lastName: actor.lastName,
      email: actor.email,
      phone: actor.phone ?? null,
      role: actor.role,
    },
    language,
    direction: directionOf(language),
    timeZone: actor?.timeZone ?? defaultTimeZone,
    now: context.get(appContext).clock.now().toISOString(),
    theme: readTheme(request),
  };
}

const plainStyle = "bg-toast px-5 py-3 text-center text-toast-ink";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { t, refusal } = context.get(requestInfoContext);
  const storedToast = isBackgroundRequest(request) ? null : readToast(request);
  const toast = storedToast && {
    type: storedToast.type,
    title: t(storedToast.code, storedToast.params),
    description: storedToast.description.map(({ code, params }) => t(code, params)).join(" ") || undefined,
    link: storedToast.link && { label: t(storedToast.link.code), to: storedToast.link.to },
    id: storedToast.id,
    at: storedToast.at,
  };
  const headers = new Headers(storedToast && isToastShown(request) ? [["set-cookie", clearToastCookie]] : []);
  const viewer = await getViewer(request, context);
  const zone = listZoneOffsets(viewer.timeZone, new Date(viewer.now));
  const plainToasts = [
    { text: [toast?.title, toast?.description].filter(Boolean).join(" "), look: plainStyle },
    // Hidden on a page that shows the reason itself: that message has the mark.
    { text: refusal, look: `in-[:has([data-rejection])]:hidden ${plainStyle}` },
  ].filter(({ text }) => text);
  const isWithoutCookies = hasBlockedMark(request);
  const shop = getShopTerms();
  return data({ viewer, zone, shop, toast, refusal, plainToasts, isWithoutCookies }, { headers });
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepForm, keepShownData];

export function Layout({ children }: { children: ReactNode }) {
  usePageNamespaces();
  const root = useRouteLoaderData<typeof loader>("root");
  const words = useWords();
  const { t } = words;
  const language = root?.viewer.language ?? words.language;
  const theme = root?.viewer.theme ?? "system";
  const title = usePageTitle();
  // Before the page is rendered, so that its times and prices follow a change at once.
  if (root) setSentZone(root.zone);
  // On the server, they follow the panel's settings.
  if (root && typeof document !== "undefined") setShopTerms(root.shop);
  return (
    <html lang={language} dir={directionOf(language)} data-theme={theme === "system" ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {theme === "system" ? (
          <>
            <meta name="theme-color" content={light.paper} media="(prefers-color-scheme: light)" />
            <meta name="theme-color" content={darkPaper} media="(prefers-color-scheme: dark)" />
          </>
        ) : (
          <meta name="theme-color" content={theme === "dark" ? darkPaper : light.paper} />
        )}
        <title suppressHydrationWarning>{title}</title>
        <link {...preloaded} href={language === "ar" ? arabicFont : latinFont} />
        <link
          rel="manifest"
          href={`${href("/manifest.webmanifest")}?lang=${language}${theme === "dark" ? "&look=dark" : ""}`}
        />
        {/* Style sheets are allowed by their host: a nonce, which browsers hide from scripts, would differ when hydrated. */}
        <Links nonce="" />
      </head>
      <body>
        <ScriptErrorNotice text={t("offline.partMissing")} reload={t("common.error.reload")} />
        {children}
        <Toaster dir={directionOf(language)} closeLabel={t("common.closeToast")} label={t("common.toasts")} />
        <ScrollRestoration />
        <DeferredScripts
          isNeeded={
            !root ||
            root.viewer.user !== null ||
            root.toast !== null ||
            root.refusal !== undefined ||
            root.isWithoutCookies
          }
        />
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  const { viewer, toast, refusal, plainToasts, isWithoutCookies } = loaderData;
  const { t, language } = useWords();
  const hasCart = useSyncExternalStore(noSubscription, hasStoredCart, () => false);
  useBackgroundReload();
  useRefusalToast(refusal);

  useEffect(() => {
    if (language !== viewer.language) void changeLanguage(viewer.language);
  }, [viewer.language, language]);

  useEffect(() => {
    if (!isWithoutCookies) return;
    const address = new URL(location.href);
    address.searchParams.delete("cookies");
    history.replaceState(history.state, "", address);
  }, [isWithoutCookies]);

  useEffect(() => {
    if (toast && deleteToast(toast.at)) showToast(toast);
  }, [toast]);

  return (
    <>
      <NavigationProgress />
      <LiveSession userId={viewer.user?.id ?? null} />
      <Suspense>{viewer.user ? <LiveNotifications userId={viewer.user.id} since={viewer.now} /> : null}</Suspense>
      <Suspense>{viewer.user && hasCart ? <CartMerge key={viewer.user.id} /> : null}</Suspense>
      {isWithoutCookies && (
        <p role="alert" className={plainStyle}>
          {t("common.cookiesBlocked")}
        </p>
      )}
      {plainToasts.map(({ text, look }) => (
        <noscript key={text}>
          <p role="status" className={look}>
            {text}
          </p>
        </noscript>
      ))}
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <ErrorView />;
}

/**
 * Shows a toast for a rejected form's message that belongs to no field, unless the page shows it itself (`showsRefusal`).
 * `early` is that of a form that was sent before the scripts ran.
 */
function useRefusalToast(early: string | undefined): void {
  const latest = useSyncExternalStore(refusals.subscribe, refusals.get, refusals.getOnServer);
  const isShown = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.showsRefusal);
  const text = latest?.text ?? early;
  const at = latest?.at;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated message is shown again
  useEffect(() => {
    if (text && !isShown) showToast({ type: "error", title: text });
  }, [text, at]);
}

/** Progress bar at the top of the page during a navigation. */
function NavigationProgress() {
  const { state } = useNavigation();
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-1 overflow-hidden print:hidden">
      <div
        className={cx(
          "h-full origin-left bg-sun rtl:origin-right",
          state === "idle"
            ? "scale-x-0 opacity-0 transition-opacity duration-300"
            : "scale-x-90 opacity-100 transition-transform delay-100 duration-[4s] ease-out",
        )}
      />
    </div>
  );
}
