import { href } from "react-router";

/** Whose pushes this browser gets: its own note, so that it renews them for nobody else. */
const ownerKey = "aleef-push-of";

/** What the server says, in the reader's language; what a browser says is not for people. */
export class PushRefusedError extends Error {}

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

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export type PushState = "unsupported" | "denied" | "off" | "on";

/** Whether this browser gets pushes of the account that is signed in. */
export async function pushState(): Promise<PushState> {
  if (!isSupported()) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const subscription = await subscriptionHere();
  if (!subscription) return "off";
  // Pushes end with the session in which they were turned on; the browser does not know that.
  const { isOn } = await post({ has: subscription.endpoint });
  return isOn ? "on" : "off";
}

/** Turns pushes on for this account and this browser, which asks for permission. Throws what the browser or server says. */
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
  localStorage.removeItem(ownerKey);
  const subscription = await subscriptionHere();
  if (!subscription) return;
  await post({ off: subscription.endpoint });
  await subscription.unsubscribe();
}

/**
 * Binds pushes that this account turned on in this browser to the session of now: they ended with the one before, and
 * nobody should have to turn them on again after signing in again. Does nothing for another account.
 */
export async function renewPush(userId: string): Promise<void> {
  if (!isSupported() || localStorage.getItem(ownerKey) !== userId || Notification.permission !== "granted") return;
  const subscription = await subscriptionHere();
  if (!subscription) return;
  const { isOn } = await post({ has: subscription.endpoint });
  if (!isOn) await post({ on: subscription });
}
