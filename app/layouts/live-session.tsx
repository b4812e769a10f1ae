import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { hasTypedInput, isSignedOut, setUnsentReason } from "#app/platform/ui/connection/unsent-form.ts";
import { OfflineHelp } from "../pwa/offline-help.tsx";
import { useDocumentLoads } from "./document-loads.ts";

const channelName = "aleef-session";
const staleAfter = 60_000;

/**
 * Keeps session and language in sync across tabs: each page broadcasts its state, and checks the server when it returns
 * to the foreground after a minute. A user who signed out in another tab leaves protected pages for the home page,
 * unless that would lose typed input.
 */
export function LiveSession({ userId }: { userId: string | null }) {
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const { now, language } = useViewer();
  const checkedAt = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new server clock means the state was just looked up
  useEffect(() => {
    checkedAt.current = performance.now();
  }, [now]);

  const follow = useEffectEvent(async (other: { userId: string | null; language: Language }) => {
    if (other.userId === userId) {
      // The cookie determines which language applies.
      if (other.language !== language) await revalidate();
      return;
    }
    const isProtected = /^\/(dashboard|admin)(\/|$)/.test(pathname);
    if (isProtected && !other.userId && (await isSignedOut())) goHome();
    else await revalidate();
  });

  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.postMessage({ userId, language });
    channel.onmessage = ({ data }) => void follow(data);
    return () => channel.close();
  }, [userId, language]);

  useEffect(() => {
    const checkIfStale = () => {
      if (document.visibilityState !== "visible" || performance.now() - checkedAt.current < staleAfter) return;
      checkedAt.current = performance.now();
      void refresh();
    };
    // Revalidating shows the sign-in page to a signed-out user, so it is not done while there is typed input.
    const refresh = async () => {
      if (userId && hasTypedInput() && (await isSignedOut())) setUnsentReason("signedOut");
      else await revalidate();
    };
    const revalidateRestored = (event: PageTransitionEvent) => event.persisted && revalidate();
    window.addEventListener("focus", checkIfStale);
    document.addEventListener("visibilitychange", checkIfStale);
    window.addEventListener("pageshow", revalidateRestored);
    return () => {
      window.removeEventListener("focus", checkIfStale);
      document.removeEventListener("visibilitychange", checkIfStale);
      window.removeEventListener("pageshow", revalidateRestored);
    };
  }, [revalidate, userId]);

  useDocumentLoads(userId);

  return <OfflineHelp userId={userId} />;
}

/**
 * Loads the home page as a new document, so that no account data stays in this one; does nothing if there is typed
 * input.
 */
function goHome(): void {
  if (hasTypedInput()) setUnsentReason("signedOut");
  else location.replace("/");
}
