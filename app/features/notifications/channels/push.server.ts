import { createHash } from "node:crypto";
import { and, desc, eq, or } from "drizzle-orm";
import webpush from "web-push";
import { sessions } from "#app/features/auth/auth.tables.server.ts";
import { getLastingValues, isLasting } from "#app/features/auth/sessions/end-sessions.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { getOrCreateValue } from "#app/platform/db/platform.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { cutText } from "#app/platform/i18n/text/plain-text.ts";
import { withSpan } from "#app/platform/tracing/tracing.server.ts";
import { pushSubscriptions } from "../notifications.tables.server.ts";

/** Endpoints come from browsers, so only known push services are called (no requests to internal hosts). */
const knownHosts = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /(^|\.)push\.apple\.com$/,
  /(^|\.)notify\.windows\.com$/,
];
const maxDevices = 10;

export interface Device {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export function isKnownPushHost(endpoint: string, extra: string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, host, port, username, password } = new URL(endpoint);
  if (extra.includes(host)) return true;
  return (
    protocol === "https:" &&
    `${port}${username}${password}` === "" &&
    knownHosts.some((pattern) => pattern.test(hostname))
  );
}

/** Returns the key pair that signs pushes (RFC 8292): generated on first use and stored for all processes. */
export async function getVapidKeys(ctx: AppContext): Promise<{ publicKey: string; privateKey: string }> {
  return JSON.parse(await getOrCreateValue(ctx.db, "vapid", () => JSON.stringify(webpush.generateVAPIDKeys())));
}

/**
 * Stores a push subscription for the duration of this session; at most the newest 10 per account. Rejects with 400 an
 * endpoint of an unknown push service, and with 409 one that another account uses, unless the keys match, which only
 * the same browser knows.
 */
export async function addDevice(
  ctx: AppContext,
  { id: userId, sessionId }: { id: string; sessionId: string },
  device: Device,
  browser: string,
): Promise<void> {
  if (!isKnownPushHost(device.endpoint, ctx.settings.pushHosts))
    throw new AppError("notifications.pushUnknownService", 400);
  const { p256dh, auth } = device.keys;
  const values = { userId, sessionId, p256dh, auth, browser: browser.slice(0, 80) };
  const isSameBrowser = and(eq(pushSubscriptions.p256dh, p256dh), eq(pushSubscriptions.auth, auth));
  const added = await ctx.db
    .insert(pushSubscriptions)
    .values({ id: createId(), endpoint: device.endpoint, ...values })
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: values,
      setWhere: or(eq(pushSubscriptions.userId, userId), isSameBrowser),
    })
    .returning({ id: pushSubscriptions.id });
  if (added.length === 0) throw new AppError("notifications.pushElsewhere", 409);
  const all = await listDevices(ctx, userId);
  for (const old of all.slice(maxDevices)) await deleteDevice(ctx, { id: userId }, old.endpoint);
}

/** Lists the push subscriptions of a user whose sessions are valid, newest first. */
export async function listDevices(ctx: AppContext, userId: string) {
  const rows = await ctx.db
    .select({ device: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), isLasting(getLastingValues(ctx))))
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt));
  return rows.map(({ device }) => device);
}

export async function deleteDevice(ctx: AppContext, actor: Pick<Actor, "id">, endpoint: string): Promise<void> {
  await ctx.db
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
  notificationId: string;
}

/** Returns the `Topic` header of a topic: 32 characters of base64url, the most that RFC 8030 §5.4 allows. */
function createPushTopic(topic: string): string {
  return createHash("sha256").update(topic).digest("base64url").slice(0, 32);
}

export type PushResult = "sent" | "gone" | "again" | "refused";

/** Sends a push in the declarative format (WebKit), which the service worker reads as well. Time to live: one hour. */
export async function sendPush(ctx: AppContext, device: Device, message: PushMessage): Promise<PushResult> {
  const keys = await getVapidKeys(ctx);
  const { publicUrl } = ctx.settings;
  const subject = publicUrl.startsWith("https:") ? publicUrl : "mailto:push@aleef.test";
  const { title, body, lang, dir, url, topic, notificationId } = message;
  const payload = JSON.stringify({
    web_push: 8030,
    notification: { title, body: cutText(body, 300), lang, dir, navigate: url, tag: topic, data: { notificationId } },
  });
  try {
    const attributes = { "server.address": new URL(device.endpoint).hostname };
    await withSpan("send push", { kind: "client", attributes }, () =>
      webpush.sendNotification(device, payload, {
        vapidDetails: { subject, ...keys },
        TTL: 3600,
        urgency: "high",
        topic: createPushTopic(topic),
        timeout: 10_000,
      }),
    );
    return "sent";
  } catch (error) {
    const status = (error as { statusCode?: number }).statusCode;
    if (status === 404 || status === 410) return "gone";
    if (status === undefined || status === 429 || status >= 500) return "again";
    ctx.log.error({ status }, "a push service rejected a push");
    return "refused";
  }
}
