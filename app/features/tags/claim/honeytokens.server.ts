import { randomInt } from "node:crypto";
import { and, asc, eq, isNull, lt, or } from "drizzle-orm";
import { href } from "react-router";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { hourMs } from "#app/platform/durations.rules.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { alphabet, checkCharacter, codeKey, codeLength, isMistyped, looksGenerated } from "../tag-code.rules.ts";
import { tagBatches, tagHoneytokens } from "../tags.tables.server.ts";

/** Minimum milliseconds between two notifications about one honeytoken. */
const notifyIntervalMs = hourMs;

/**
 * Returns the following code: its last random character incremented, with a new check character. Someone who has one
 * tag and looks for its neighbours would try it; a single typo never results in it, because two characters differ.
 */
export function getNextCode(code: string): string {
  const key = codeKey(code);
  const last = codeLength - 2;
  const first = key.slice(0, last) + alphabet[(alphabet.indexOf(key[last]!) + 1) % alphabet.length];
  return first + checkCharacter(first);
}

/** Creates honeytokens next to some codes of a batch, one in twenty and at least three; they are never printed. */
export async function createHoneytokens({ db }: AppContext, batch: string, codes: readonly string[]): Promise<void> {
  const wanted = Math.min(codes.length, Math.max(3, Math.ceil(codes.length / 20)));
  const chosen = new Set<string>();
  while (chosen.size < wanted) chosen.add(getNextCode(codes[randomInt(codes.length)]!));
  await db
    .insert(tagHoneytokens)
    .values([...chosen].map((key) => ({ codeKey: key, batch })))
    .onConflictDoNothing();
}

/**
 * Checks whether an unknown code is a honeytoken, and notifies every administrator, at most once an hour. Never throws
 * and is not awaited, so that the response is the same as for any unknown code, in the same time.
 */
export async function recordUnknownCode(ctx: AppContext, typed: string, address: string): Promise<void> {
  const key = codeKey(typed);
  if (!looksGenerated(key) || isMistyped(key)) return;
  try {
    await withTransaction(ctx, (tx) => notifyGuessing(tx, key, address));
  } catch (error) {
    ctx.log.warn({ err: error }, "checking an unknown code for a honeytoken failed");
  }
}

async function notifyGuessing(tx: AppContext, key: string, address: string): Promise<void> {
  const { db, clock } = tx;
  const now = clock.now();
  const isDue = or(
    isNull(tagHoneytokens.notifiedAt),
    lt(tagHoneytokens.notifiedAt, new Date(now.getTime() - notifyIntervalMs)),
  );
  const [touched] = await db
    .update(tagHoneytokens)
    .set({ notifiedAt: now })
    .where(and(eq(tagHoneytokens.codeKey, key), isDue))
    .returning({ batch: tagHoneytokens.batch });
  if (!touched) return;
  const [batch] = await db.select({ id: tagBatches.id }).from(tagBatches).where(eq(tagBatches.name, touched.batch));
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.suspendedAt)))
    .orderBy(asc(users.id));
  await sendNotifications(
    tx,
    admins.map(({ id }) => ({
      userId: id,
      kind: "guessing" as const,
      params: { batchName: touched.batch, network: getNetwork(address) },
      link: batch ? href("/admin/tags/batches/:batchId", { batchId: batch.id }) : href("/admin/tags/batches"),
      topic: batch?.id ?? key,
    })),
  );
}
