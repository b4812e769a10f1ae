import { and, eq } from "drizzle-orm";
import webpush from "web-push";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { keepValue } from "#app/platform/db/kept-values.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { pushSubscriptions } from "./alerts.tables.server.ts";

/** Addresses come from browsers, so the server only ever calls the known push services (no calls into our own network). */
const knownHosts = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /(^|\.)push\.apple\.com$/,
  /(^|\.)notify\.windows\.com$/,
];
const mostDevices = 10;

export interface Device {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export function isKnownPushHost(endpoint: string, extra: string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, host } = new URL(endpoint);
  if (extra.includes(host)) return true;
  return protocol === "https:" && knownHosts.some((pattern) => pattern.test(hostname));
}

/** The pair of keys that signs our pushes (RFC 8292): given by settings, or made on first start and kept. */
export async function vapidKeys(world: World): Promise<{ publicKey: string; privateKey: string }> {
  if (world.settings.vapid) return world.settings.vapid;
  return JSON.parse(await keepValue(world.db, "vapid", () => JSON.stringify(webpush.generateVAPIDKeys())));
}

/** Remembers a browser that wants pushes; the newest 10 of an account. Refuses an address of no known push service. */
export async function addDevice(world: World, actor: Actor, device: Device, browser: string): Promise<void> {
  if (!isKnownPushHost(device.endpoint, world.settings.pushHosts)) throw new Refusal("alerts.pushUnknownService", 400);
  const { p256dh, auth } = device.keys;
  await world.db
    .insert(pushSubscriptions)
    .values({ id: newId(), userId: actor.id, endpoint: device.endpoint, p256dh, auth, browser: browser.slice(0, 80) })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { userId: actor.id, p256dh, auth } });
  const all = await listDevices(world, actor.id);
  for (const old of all.slice(mostDevices)) await removeDevice(world, actor, old.endpoint);
}

export async function listDevices(world: World, userId: string) {
  const rows = await world.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
  return rows.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

export async function removeDevice(world: World, actor: Pick<Actor, "id">, endpoint: string): Promise<void> {
  await world.db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, actor.id)));
}

export interface PushMessage {
  title: string;
  body: string;
  lang: string;
  dir: string;
  url: string;
  topic: string;
  alertId: string;
}

export type PushResult = "sent" | "gone" | "again" | "refused";

/** Sends one push in the declarative shape (WebKit) that our service worker reads as well. Seconds to live: an hour. */
export async function sendPush(world: World, device: Device, message: PushMessage): Promise<PushResult> {
  const keys = await vapidKeys(world);
  const { publicUrl, vapidSubject } = world.settings;
  const subject = vapidSubject ?? (publicUrl.startsWith("https:") ? publicUrl : "mailto:push@aleef.test");
  const { title, body, lang, dir, url, topic, alertId } = message;
  const payload = JSON.stringify({
    web_push: 8030,
    notification: { title, body: body.slice(0, 300), lang, dir, navigate: url, tag: topic, data: { alertId } },
  });
  try {
    await webpush.sendNotification(device, payload, {
      vapidDetails: { subject, ...keys },
      TTL: 3600,
      urgency: "high",
      topic: topic.replaceAll("-", "").slice(0, 32),
      timeout: 10_000,
    });
    return "sent";
  } catch (error) {
    const status = (error as { statusCode?: number }).statusCode;
    if (status === 404 || status === 410) return "gone";
    if (status === undefined || status === 429 || status >= 500) return "again";
    world.log.error({ status }, "a push service refused our push; check the VAPID settings");
    return "refused";
  }
}
