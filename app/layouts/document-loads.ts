import { useEffect, useRef, useSyncExternalStore } from "react";
import { createPath, useFetchers, useLocation, useNavigation } from "react-router";
import { readCookie, writeCookie } from "#app/platform/ui/browser-cookie.ts";
import {
  cancelDocument,
  canStay,
  documentLoad,
  isServerUp,
  openDocument,
} from "#app/platform/ui/connection/document-load.ts";
import { isOnline } from "#app/platform/ui/connection/network.ts";
import { typedText } from "#app/platform/ui/connection/typed-text.ts";
import { setUnsentReason } from "#app/platform/ui/connection/unsent-form.ts";
import { onFormAccepted } from "#app/platform/ui/forms/drafts.ts";

/** Returns the link of this site that a press on it follows in this tab; null for any other press. */
function findPressedLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target || link.download)
    return null;
  return link.pathname === location.pathname && link.search === location.search && link.hash ? null : link;
}

/**
 * Keeps what is typed when a link is pressed. Opens it as a document while offline, because stored pages can be opened
 * but not loaded as data by the router, and when code is missing.
 */
function followLink(event: MouseEvent): void {
  const link = findPressedLink(event);
  if (!link) return;
  typedText.keep();
  const isOffline = !isOnline();
  if (!isOffline && documentLoad.failures() === 0) return;
  event.preventDefault();
  event.stopPropagation();
  if (isOffline && navigator.serviceWorker?.controller) location.assign(link.href);
  else void openDocument(link.href);
}

/** Tries whether the browser keeps cookies, which `navigator.cookieEnabled` does not tell in Chromium. */
function keepsCookies(): boolean {
  writeCookie("cookie-test", "1", 5);
  return readCookie("cookie-test") === "1";
}

/** The form that was sent last, and how often code had been missed before. */
let lastSent: { form: HTMLFormElement; submitter: HTMLElement | null; failures: number } | null = null;
let isChecking = false;
let isServerChecked = false;

/**
 * Whether the form's page is another, whose code the router may have to fetch first: if it cannot, it reloads the shown
 * page, and this browser cannot call that off. Forms around the page are sent in the background, those without the router's mark by themselves.
 */
const mayReload = (form: HTMLFormElement) =>
  !canStay() &&
  form.method === "post" &&
  form.matches("main [data-discover]") &&
  new URL(form.getAttribute("action") ?? "", location.href).pathname !== location.pathname;

/**
 * When code is missing, and not only the network, or cookies are blocked, hides from React that a form is sent, so that
 * the browser sends it once the server is known to answer: it would show its own error page otherwise.
 */
function sendAsDocument(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  lastSent = { form, submitter: event.submitter, failures: documentLoad.failures() };
  if (!isServerChecked && !(documentLoad.failures() > 0 && isOnline()) && keepsCookies() && !mayReload(form)) return;
  event.stopPropagation();
  if (isServerChecked) return;
  event.preventDefault();
  void sendByBrowser();
}

/** Sends the last form by the browser; says so if no server answers. */
async function sendByBrowser(): Promise<void> {
  if (isChecking || !lastSent) return;
  isChecking = true;
  const isUp = await isServerUp();
  isChecking = false;
  const { form, submitter } = lastSent;
  if (!isUp || !form.isConnected) return setUnsentReason("noAnswer");
  isServerChecked = true;
  form.requestSubmit(submitter);
  isServerChecked = false;
}

/** Storage key for the address that was pressed when the router reloaded the page, in browsers that cannot stop it. */
const pressKey = "aleef-press";
const pressLifetime = 600_000;

function storePress(address: string): void {
  try {
    sessionStorage.setItem(pressKey, JSON.stringify({ address, at: Date.now() }));
  } catch {
    // Without storage, the press has to be repeated.
  }
}

/** Returns the address that was pressed before this page was reloaded, once; null if there is none. */
function takePress(): string | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(pressKey) ?? "null");
    sessionStorage.removeItem(pressKey);
    const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return stored && entry?.type === "reload" && Date.now() - stored.at < pressLifetime ? stored.address : null;
  } catch {
    return null;
  }
}

/**
 * Lets every press lead to its page when code or data cannot be had: keeps what is typed, and opens the page as a
 * document once the server can be reached.
 */
export function useDocumentLoads(userId: string | null): void {
  const { key, pathname, search } = useLocation();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const failures = useSyncExternalStore(documentLoad.subscribe, documentLoad.failures, () => 0);
  const isSending = navigation.state === "submitting" || fetchers.some(({ state }) => state === "submitting");
  const target = navigation.state === "loading" ? createPath(navigation.location) : null;
  const latestTarget = useRef(target);
  latestTarget.current = target;

  useEffect(() => typedText.show(userId, `${key} ${pathname}${search}`), [userId, key, pathname, search]);

  useEffect(
    () =>
      onFormAccepted((path) => {
        if (path !== `${pathname}${search}`) return;
        typedText.forget();
        // What was sent is saved, perhaps in another spelling: it is not typed text of the next visit.
        for (const field of lastSent?.form.elements ?? [])
          if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
            field.defaultValue = field.value;
      }),
    [pathname, search],
  );

  useEffect(() => {
    if (failures === 0 || !target) return;
    void openDocument(target);
    return cancelDocument;
  }, [failures, target]);

  // On a slow phone, the code of a form is missed before React has drawn that the form is being sent.
  useEffect(() => {
    if (isSending && lastSent && failures > lastSent.failures) void sendByBrowser();
  }, [failures, isSending]);

  useEffect(() => {
    const leave = () => {
      if (canStay()) return;
      typedText.keep();
      if (latestTarget.current) storePress(latestTarget.current);
    };
    document.addEventListener("click", followLink, true);
    // Before the document, on which React listens.
    window.addEventListener("submit", sendAsDocument, true);
    window.addEventListener("pagehide", leave);
    const pressed = takePress();
    if (pressed) void openDocument(pressed);
    return () => {
      document.removeEventListener("click", followLink, true);
      window.removeEventListener("submit", sendAsDocument, true);
      window.removeEventListener("pagehide", leave);
    };
  }, []);
}
