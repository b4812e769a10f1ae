import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { useViewer } from "#app/features/accounts/use-viewer.ts";
import { OfflineHelp } from "./offline/offline-help.tsx";

const channelName = "aleef-session";
const staleAfter = 60_000;

/**
 * Keeps the signed-in state of all tabs in step: each page tells the others who it is for, and looks again when it
 * comes back to the front after a minute. Somebody signed out elsewhere leaves the protected pages for home.
 */
export function LiveSession({ userId }: { userId: string | null }) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const path = useRef(pathname);
  path.current = pathname;
  const { now } = useViewer();
  const checkedAt = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new server clock means the state was just looked up
  useEffect(() => {
    checkedAt.current = performance.now();
  }, [now]);

  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.postMessage({ userId });
    channel.onmessage = async (event: MessageEvent<{ userId: string | null }>) => {
      if (event.data.userId === userId) return;
      const isProtected = /^\/(dashboard|admin)(\/|$)/.test(path.current);
      if (isProtected && !event.data.userId && (await isSignedOut())) await navigate("/", { replace: true });
      await revalidate();
    };
    return () => channel.close();
  }, [userId, navigate, revalidate]);

  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== "visible" || performance.now() - checkedAt.current < staleAfter) return;
      checkedAt.current = performance.now();
      revalidate();
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
  }, [revalidate]);

  return <OfflineHelp userId={userId} />;
}

/** Another page said so; the server knows. */
async function isSignedOut(): Promise<boolean> {
  const told = await fetch("/session")
    .then((answer) => answer.json() as Promise<{ isAuthenticated: boolean }>)
    .catch(() => null);
  return told?.isAuthenticated === false;
}
