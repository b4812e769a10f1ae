import { href } from "react-router";

/** Storage key for the account whose push this browser receives, so that it is renewed for no one else. */
const ownerKey = "aleef-push-of";

/** Rejection by the server, in the user's language; errors of the browser are not user-readable. */
export class PushRefusedError extends Error {}

/** Whether the server could not be reached; browsers reject push with a DOMException. */
export const isUnreachable = (error: unknown): boolean =>
  !(error instanceof DOMException || error instanceof PushRefusedError);

async function post(body: object): Promise<{ isOn?: boolean }> {
  const response = await fetch(href("/push"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json().catch(() => ({}))) as { why?: string; isOn?: boolean };
  if (!response.ok) throw answer.why ? new PushRefusedError(answer.why) : new Error(String(response.status));
  return answer;
}

const isSupported = () => "serviceWorker" in navigator && "PushManager" in window;

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** `homeScreen`: on iPhones and iPads, where only apps on the Home Screen receive push. */
export type PushState = "unsupported" | "homeScreen" | "denied" | "off" | "on";

/** Returns whether this is a browser of an iPhone or iPad, which may call itself a Mac, rather than an app on its Home Screen. */
export const isAppleBrowser = (): boolean =>
  (/iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1)) &&
  !matchMedia("(display-mode: standalone)").matches;

/** Returns whether this browser receives push for the signed-in account. */
export async function pushState(): Promise<PushState> {
  if (!isSupported()) return isAppleBrowser() ? "homeScreen" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  const subscription = await findSubscription();
  if (!subscription) return "off";
  // Push ends with the session in which it was turned on; the browser does not know that.
  const { isOn } = await post({ has: subscription.endpoint });
  return isOn ? "on" : "off";
}

/** Turns push on for this account and browser, which asks for permission. Throws the error of the browser or server. */
export async function turnPushOn(publicKey: string, userId: string): Promise<void> {
  const registration = await navigator.serviceWorker.register(href("/sw.js"), { scope: "/" });
  await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  try {
    await post({ on: subscription });
    localStorage.setItem(ownerKey, userId);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

export async function turnPushOff(): Promise<void> {
  const subscription = await findSubscription();
  if (subscription) await post({ off: subscription.endpoint });
  localStorage.removeItem(ownerKey);
  await subscription?.unsubscribe();
}

/**
 * Binds push that this account turned on in this browser to the current session, so that it need not be turned on again
 * after signing in again. Does nothing for another account.
 */
export async function renewPush(userId: string): Promise<void> {
  if (!isSupported() || localStorage.getItem(ownerKey) !== userId || Notification.permission !== "granted") return;
  const subscription = await findSubscription();
  if (!subscription) return;
  const { isOn } = await post({ has: subscription.endpoint });
  if (!isOn) await post({ on: subscription });
}
