import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { href, useLocation, useMatches, useNavigate, useNavigation } from "react-router";
import { here, waitingReport } from "#app/features/lost-found/form/waiting-report.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { cancelDocument, canStay, documentLoad, reloadDocument } from "#app/platform/ui/connection/document-load.ts";
import { isOnline, useIsOnline } from "#app/platform/ui/connection/network.ts";
import {
  hasTypedInput,
  setUnsentReason,
  type UnsentReason,
  unsentForm,
} from "#app/platform/ui/connection/unsent-form.ts";
import { drafts } from "#app/platform/ui/forms/drafts.ts";
import { liveState } from "#app/platform/ui/live/live-state.ts";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { useWorker } from "./use-worker.ts";

const intents = ["mouseover", "mouseout", "focusin", "touchstart"];

/**
 * Hides from the router that a link is pointed at, because it reloads the shown page when the code of the other cannot be
 * fetched: while offline, and always in browsers in which the reload cannot be called off.
 */
function suppressPrefetch(event: Event): void {
  if (isOnline() && canStay()) return;
  const isMouse = event instanceof MouseEvent;
  if (!isInLink(event.target) && !(isMouse && isInLink(event.relatedTarget))) return;
  // Leaving and entering are one event of the browser, whose other handlers have to run.
  if (isMouse) event.preventDefault();
  else event.stopPropagation();
}

const isInLink = (target: EventTarget | null) => target instanceof Element && target.closest("a");

/** Adds the listeners for the lifetime of the document; adding them again has no effect. */
function useSafePrefetch(): void {
  useEffect(() => {
    // Before the document, on which React listens.
    for (const type of intents) window.addEventListener(type, suppressPrefetch, true);
  }, []);
}

/** Submits a report that was sent while offline as soon as there is a network, whatever page the user is on. */
function useWaitingReport(hasNetwork: boolean, userId: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    drafts.deleteOthers(userId);
    const path = waitingReport.path(userId);
    if (hasNetwork && path && path !== here()) void navigate(path);
  }, [hasNetwork, userId, navigate]);
}

/**
 * While the notice is shown, keeps space for it, so that sticky elements are above it and the page can be scrolled
 * clear of it.
 */
function useNoticeSpace(notice: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const element = notice.current;
    if (!isShown || !element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty("--notice-height", `${element.offsetHeight + 16}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty("--notice-height");
    };
  }, [notice, isShown]);
}

/** What to say about forms that every page has, by the path they are sent to. */
const everywhere: Record<string, WordKey> = { "/auth/sign-out": "shell.logoutFailed" };

/** Returns what to say if the last form that was sent did not arrive; undefined without special words. */
function useFailedForm(): WordKey | undefined {
  const { formData, formAction } = useNavigation();
  const matches = useMatches();
  const [last, setLast] = useState<{ intent: string; path: string } | null>(null);
  const intent = formData ? String(formData.get("intent") ?? "") : null;
  const path = formAction?.split("?")[0] ?? "";
  if (intent !== null && (intent !== last?.intent || path !== last.path)) setLast({ intent, path });
  if (!last) return undefined;
  const handles = matches.map(({ handle }) => (handle as PageHandle | undefined)?.failed);
  return everywhere[last.path] ?? handles.find((failed) => failed?.[last.intent])?.[last.intent];
}

/** Returns the text and actions of the notice at the bottom of the screen, the most urgent one first. */
function useNoticeContent(hasNetwork: boolean, worker: ReturnType<typeof useWorker>) {
  const t = useT();
  const { pathname } = useLocation();
  const unsent = useSyncExternalStore(unsentForm.subscribe, unsentForm.get, unsentForm.getOnServer);

  const isOpening = useSyncExternalStore(documentLoad.subscribe, documentLoad.isWaiting, () => false);
  const failures = useSyncExternalStore(documentLoad.subscribe, documentLoad.failures, () => 0);
  const isLate = useSyncExternalStore(liveState.subscribe, liveState.isLate, () => false);
  const [dismissed, setDismissed] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other forms
  useEffect(() => setUnsentReason(null), [pathname]);

  const failed = useFailedForm();
  function describeUnsent(reason: UnsentReason): string {
    if (reason === "signedOut") return t("offline.signedOut");
    const why = t(reason === "failed" ? "offline.failed" : hasTypedInput() ? "offline.unsent" : "offline.notSent");
    return failed ? `${t(failed)}. ${why}` : why;
  }

  const dismiss = (onClick: () => void, label: string) => (
    <button type="button" className="min-h-9 underline" onClick={onClick}>
      {label}
    </button>
  );
  if (unsent)
    return {
      text: describeUnsent(unsent),
      actions: (
        <>
          {unsent === "signedOut" && (
            <a
              href={href("/auth")}
              target="_blank"
              rel="noopener opener"
              className="flex min-h-9 items-center font-semibold underline"
            >
              {t("offline.logIn")}
            </a>
          )}
          {dismiss(() => setUnsentReason(null), t("form.close"))}
        </>
      ),
    };
  if (isOpening) return { text: t("offline.opening"), actions: dismiss(cancelDocument, t("offline.stay")) };
  if (!hasNetwork) return { text: t("offline.now"), actions: null };
  if (failures > 0 && failures !== dismissed)
    return {
      text: t("offline.partMissing"),
      actions: (
        <>
          <button type="button" className="min-h-9 font-semibold underline" onClick={() => reloadDocument()}>
            {t("common.error.reload")}
          </button>
          {dismiss(() => setDismissed(failures), t("offline.later"))}
        </>
      ),
    };
  if (isLate) return { text: t("offline.notLive"), actions: null };
  if (!worker.isNew) return null;
  return {
    text: t("offline.newVersion"),
    actions: (
      <>
        <button type="button" className="min-h-9 font-semibold underline" onClick={worker.activate}>
          {t("offline.reload")}
        </button>
        {dismiss(worker.dismiss, t("offline.later"))}
      </>
    ),
  };
}

/**
 * Shows a notice when offline, when a form was not sent or when a new build is available; submits a waiting report and
 * registers the service worker.
 */
export function OfflineHelp({ userId }: { userId: string | null }) {
  const { language } = useViewer();
  const hasNetwork = useIsOnline();
  useSafePrefetch();
  const content = useNoticeContent(hasNetwork, useWorker(userId, language));
  const notice = useRef<HTMLDivElement>(null);
  useWaitingReport(hasNetwork, userId);
  useNoticeSpace(notice, content !== null);
  if (!content) return null;
  return (
    <div
      ref={notice}
      role="status"
      className="fixed inset-x-4 bottom-[calc(1rem+var(--foot-height,0px))] z-50 mx-auto flex w-fit max-w-[calc(100%-2rem)] flex-wrap items-center gap-x-4 gap-y-1 rounded-2 bg-toast px-5 py-3 text-sm text-toast-ink shadow-2 print:hidden"
    >
      {content.text}
      {content.actions && <span className="flex gap-4">{content.actions}</span>}
    </div>
  );
}
