import { useEffect, useRef } from "react";
import { href, useLocation, useRevalidator } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { hasTypedInput, setUnsentReason } from "#app/platform/ui/forms/unsent-form.ts";
import { OfflineHelp } from "../pwa/offline-help.tsx";

const channelName = "aleef-session";
const staleAfter = 60_000;

/**
 * Keeps the signed-in state and the language of all tabs in step: each page tells the others what it has, and looks
 * again when it comes back to the front after a minute. Somebody signed out elsewhere leaves the protected pages for
 * home, unless that would lose what they typed.
 */
export function LiveSession({ userId }: { userId: string | null }) {
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const path = useRef(pathname);
  path.current = pathname;
  const { now, language } = useViewer();
  const checkedAt = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new server clock means the state was just looked up
  useEffect(() => {
    checkedAt.current = performance.now();
  }, [now]);

  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.postMessage({ userId, language });
    channel.onmessage = async (event: MessageEvent<{ userId: string | null; language: Language }>) => {
      if (event.data.userId === userId) {
        // Which one holds, the cookie says.
        if (event.data.language !== language) await revalidate();
        return;
      }
      const isProtected = /^\/(dashboard|admin)(\/|$)/.test(path.current);
      if (isProtected && !event.data.userId && (await isSignedOut())) leave();
      else await revalidate();
    };
    return () => channel.close();
  }, [userId, language, revalidate]);

  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== "visible" || performance.now() - checkedAt.current < staleAfter) return;
      checkedAt.current = performance.now();
      void readAgain();
    };
    // Read anew, the page of one who is signed out gives way to the sign-in page: not while it holds what they typed.
    const readAgain = async () => {
      if (userId && hasTypedInput() && (await isSignedOut())) setUnsentReason("signedOut");
      else await revalidate();
    };
    const lookAgain = (event: PageTransitionEvent) => event.persisted && revalidate();
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    window.addEventListener("pageshow", lookAgain);
    return () => {
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("pageshow", lookAgain);
    };
  }, [revalidate, userId]);

  return <OfflineHelp userId={userId} />;
}

/** Loads the home page whole, so that nothing of the account stays in this document; what was typed is not taken away. */
function leave(): void {
  if (hasTypedInput()) setUnsentReason("signedOut");
  else location.replace("/");
}

/** Another page said so; the server knows. */
async function isSignedOut(): Promise<boolean> {
  const status = await fetch(href("/session"))
    .then((answer) => answer.json() as Promise<{ isAuthenticated: boolean }>)
    .catch(() => null);
  return status?.isAuthenticated === false;
}
