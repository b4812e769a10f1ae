import { useEffect, useRef, useState } from "react";
import { href, useMatches, useNavigation, useRevalidator } from "react-router";
import { hasTypedInput, isSignedOut, setUnsentReason } from "#app/platform/ui/connection/unsent-form.ts";
import { openLiveStream } from "#app/platform/ui/live/live-client.ts";
import { liveState } from "#app/platform/ui/live/live-state.ts";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";
import { usePageVisible } from "#app/platform/ui/use-page-visible.ts";
import { renewPush } from "./push-device.ts";

const channelName = "aleef-live";
const signedOutPause = 2_500;

interface LiveEvent {
  /** `waiting`: something in the admin panel changed. */
  type: "alert" | "change" | "late" | "signedOut" | "waiting";
  id?: string;
  /** Whether there has been no stream for a while, if `late`. */
  isLate?: boolean;
}

interface NotificationText {
  title: string;
  text: string;
  link: string;
}

/** Whether the open page is about the same thing as a link: by its address, or by the id at its end, one of `ids`. */
function isAboutSame(link: string, ids: readonly (string | undefined)[]): boolean {
  const { pathname } = new URL(link, window.location.href);
  const end = pathname.slice(pathname.lastIndexOf("/"));
  const here = window.location.pathname;
  return pathname === here || (here.endsWith(end) && ids.includes(end.slice(1)));
}

/** Shows a notification as a toast, except on a page of the thing that it is about, whose `ids` are in its address. */
async function announce(id: string, ids: readonly (string | undefined)[]): Promise<void> {
  const address = href("/alerts/:notificationId", { notificationId: id });
  const response = await fetch(address);
  if (response.status !== 200) return;
  const { title, text, link } = (await response.json()) as NotificationText;
  if (ids.length === 0 || document.hidden || !isAboutSame(link, ids))
    showToast({ type: "info", title, description: text, duration: 8000, id });
  await fetch(address, { method: "POST" });
}

/**
 * Keeps a user's open pages up to date. A page is revalidated when it becomes visible, because loading it counts as
 * having seen its content. One of the open tabs holds the stream (HTTP/1.1 allows six connections per site) and
 * broadcasts its events to the others; when it closes, another one takes over.
 */
export default function LiveNotifications({ userId, since }: { userId: string; since: string }) {
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const params = useMatches().at(-1)?.params;
  const [received, setReceived] = useState(0);
  const [toAnnounce, setToAnnounce] = useState<readonly string[]>([]);
  const answered = useRef(0);
  const isPageVisible = usePageVisible();

  useEffect(() => {
    // During a navigation, data that is shown once (such as a toast) would be fetched and discarded.
    if (received === answered.current || !isPageVisible || state !== "idle") return;
    const timer = setTimeout(() => {
      answered.current = received;
      void revalidate();
    }, 150);
    return () => clearTimeout(timer);
  }, [received, isPageVisible, state, revalidate]);

  useEffect(() => {
    // A navigation may be on its way to the page to which the notification leads.
    if (toAnnounce.length === 0 || state !== "idle") return;
    setToAnnounce([]);
    for (const id of toAnnounce) announce(id, Object.values(params ?? {})).catch(() => undefined);
  }, [toAnnounce, state, params]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream is opened once per account and kept across pages
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    const leaving = new AbortController();
    let closeStream: () => void = () => undefined;
    let pause: ReturnType<typeof setTimeout> | undefined;

    const react = (event: LiveEvent) => {
      if (event.type === "late") return liveState.setLate(event.isLate ?? false);
      if (event.type === "waiting" && !window.location.pathname.startsWith(href("/admin"))) return;
      // Revalidating shows the sign-in page, without what was typed.
      if (event.type === "signedOut" && hasTypedInput()) return setUnsentReason("signedOut");
      const { id } = event;
      if (event.type === "alert" && id) setToAnnounce((ids) => [...ids, id]);
      setReceived((count) => count + 1);
    };
    const broadcast = (event: LiveEvent) => {
      channel.postMessage(event);
      react(event);
    };
    const open = () => {
      // Fails without storage access or network; push must then be turned on again manually.
      renewPush(userId).catch(() => undefined);
      closeStream = openLiveStream({
        address: `${href("/live")}?since=${encodeURIComponent(since)}`,
        on: {
          alert: (event) => broadcast({ type: "alert", ...JSON.parse(event.data) }),
          change: () => broadcast({ type: "change" }),
          waiting: () => broadcast({ type: "waiting" }),
          // This browser may have ended the session itself, in which case its own page says so first. After a change of
          // password the user is still signed in, with a new session that the next stream belongs to.
          "signed-out": () => {
            closeStream();
            pause = setTimeout(async () => {
              const hasEnded = await isSignedOut();
              broadcast({ type: hasEnded ? "signedOut" : "change" });
              if (!hasEnded && !leaving.signal.aborted) open();
            }, signedOutPause);
          },
        },
        onReturn: () => broadcast({ type: "change" }),
        onLate: (isLate) => broadcast({ type: "late", isLate }),
      });
    };
    channel.onmessage = (event: MessageEvent<LiveEvent>) => react(event.data);
    if (navigator.locks) {
      navigator.locks
        .request(`aleef-live-${userId}`, { signal: leaving.signal }, () => {
          // The lock may have been granted just before the page was left.
          if (leaving.signal.aborted) return;
          open();
          return new Promise<void>((done) => leaving.signal.addEventListener("abort", () => done()));
        })
        .catch(() => undefined);
    } else open();
    return () => {
      leaving.abort();
      clearTimeout(pause);
      // Before the channel, by which it tells the other tabs.
      closeStream();
      channel.close();
    };
  }, [userId]);
  return null;
}
