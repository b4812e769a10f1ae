import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { createMac, type Installation, isSignedWith } from "#app/platform/crypto/secrets.server.ts";
import { isRoutine, type NotificationKind, notificationKinds } from "../notifications.rules.ts";
import { getPreferences, updatePreferences } from "../preferences.server.ts";

const sign = (userId: string, kind: NotificationKind) => (ctx: Installation) =>
  createMac(ctx, `unsubscribe:${userId}:${kind}`).toString("base64url");

/**
 * Returns the headers by which mail programs offer to stop e-mails of this kind: `List-Unsubscribe` (RFC 2369) with one
 * click (RFC 8058). None for alarms about found pets, which are not stopped by a press in a mailbox.
 */
export function getUnsubscribeHeaders(
  ctx: Pick<AppContext, "settings">,
  userId: string,
  kind: NotificationKind,
): Record<string, string> {
  if (!isRoutine(kind)) return {};
  const key = `${userId}.${kind}.${sign(userId, kind)(ctx)}`;
  return {
    "List-Unsubscribe": `<${ctx.settings.publicUrl}/unsubscribe/${key}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

async function readKey(ctx: AppContext, key: string): Promise<{ owner: Actor; kind: NotificationKind }> {
  const [userId = "", name = "", mac = ""] = key.split(".");
  const kind = notificationKinds.find((one) => one === name);
  if (!kind || !isRoutine(kind)) throw notFound();
  if (!isSignedWith(ctx, mac, sign(userId, kind))) throw notFound();
  const [owner] = await ctx.db.select({ id: users.id, role: users.role }).from(users).where(eq(users.id, userId));
  if (!owner) throw notFound();
  return { owner: owner as Actor, kind };
}

/** Returns which e-mails a key stops and whether they are sent. Throws 404 for an invalid key. */
export async function getSubscription(ctx: AppContext, key: string) {
  const { owner, kind } = await readKey(ctx, key);
  const { choices } = await getPreferences(ctx, owner);
  return { kind, isOn: choices[kind].email };
}

/** Turns the e-mails of a key's kind off or on; the inbox and other channels are unchanged. Throws 404 for an invalid key. */
export async function setSubscription(ctx: AppContext, key: string, isOn: boolean): Promise<void> {
  const { owner, kind } = await readKey(ctx, key);
  const { choices: shown } = await getPreferences(ctx, owner);
  await updatePreferences(ctx, owner, { ...shown, [kind]: { ...shown[kind], email: isOn } }, shown);
}
