import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { encode } from "uqr";
import { inLetters, keyAddress, stepOfCode } from "#app/platform/crypto/one-time-code.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { type AccountLetter, sendAccountLetter } from "./account-letters.server.ts";
import type { Actor } from "./accounts.rules.ts";
import { users } from "./accounts.tables.server.ts";
import { requirePassword } from "./own-password.server.ts";
import { endOtherSessions } from "./own-sessions.server.ts";
import { drawRecoveryCodes } from "./recovery-codes.server.ts";
import { noteSecurity } from "./security-log.server.ts";
import { endAllSessions } from "./session-end.server.ts";
import { lockTwoSteps, openKey, sealKey, spendCode, wrongCode } from "./spent-code.server.ts";
import { inGroups, setupLife, spelled, type TypedCode } from "./two-steps.rules.ts";
import { twoSteps } from "./two-steps.tables.server.ts";

/** Bytes of a key, as RFC 4226 recommends. */
const keyLength = 20;
const guesses = { name: "own-code", points: 10, span: 3600 };

/** Whether the actor signs in with two steps and since when, how many recovery codes are left, and what is being set up. */
export async function findTwoSteps(world: World, actor: Actor) {
  const [found] = await world.db
    .select({ since: users.twoStepsSince, kept: twoSteps })
    .from(users)
    .leftJoin(twoSteps, eq(twoSteps.userId, users.id))
    .where(eq(users.id, actor.id));
  const since = found?.since ?? null;
  const kept = found?.kept ?? null;
  return { since, codesLeft: kept?.recoveryHashes.length ?? 0, setup: since ? null : setupOf(world, actor, kept) };
}

function setupOf(world: World, actor: Actor, kept: typeof twoSteps.$inferSelect | null) {
  const key = kept && isFresh(world, kept) ? openKey(world, kept) : null;
  if (!key) return null;
  const address = keyAddress(key, "Aleef", actor.email);
  const { data, size } = encode(address, { ecc: "L", border: 4 });
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { letters: inGroups(inLetters(key)), address, qr: { size, dots } };
}

const isFresh = ({ clock }: World, { createdAt }: { createdAt: Date }) =>
  clock.now().getTime() < createdAt.getTime() + setupLife;

/**
 * Makes a key for the actor's app, which they have 15 minutes to show a code of; nothing changes until then. Refuses a
 * wrong password, and an account that has two steps already.
 */
export async function beginTwoSteps(world: World, actor: Actor, password: string): Promise<void> {
  await requirePassword(world, actor, password);
  const made = {
    sealedKey: sealKey(world, actor.id, randomBytes(keyLength)),
    lastStep: 0,
    createdAt: world.clock.now(),
  };
  await transaction(world, async (inside) => {
    if ((await lockTwoSteps(inside, actor.id))?.since) throw new Refusal("twoSteps.isOn", 409);
    await inside.db
      .insert(twoSteps)
      .values({ userId: actor.id, ...made })
      .onConflictDoUpdate({ target: twoSteps.userId, set: made });
  });
}

/** Throws the key away that was not confirmed yet. */
export async function dropSetup(world: World, actor: Actor): Promise<void> {
  await transaction(world, async (inside) => {
    if ((await lockTwoSteps(inside, actor.id))?.since) throw new Refusal("twoSteps.isOn", 409);
    await inside.db.delete(twoSteps).where(eq(twoSteps.userId, actor.id));
  });
}

/**
 * Turns two steps on by a first code of the app, which works nowhere else; returns ten recovery codes, which are never
 * shown again. Every other session ends and a letter tells the person. Refuses a wrong code, a key older than 15 minutes
 * and guessing: 10 an hour.
 */
export async function confirmTwoSteps(world: World, actor: Actor, typed: TypedCode, request: Request) {
  await world.limits.take(guesses, actor.id);
  const { codes, hashes } = await drawRecoveryCodes(actor.id);
  await transaction(world, async (inside) => {
    const locked = await lockTwoSteps(inside, actor.id);
    if (locked?.since) throw new Refusal("twoSteps.isOn", 409);
    const key = locked?.kept && isFresh(world, locked.kept) ? openKey(world, locked.kept) : null;
    if (!key) throw new Refusal("twoSteps.setupOver", 409);
    const now = world.clock.now();
    const lastStep = typed.kind === "app" ? stepOfCode(key, typed.code, now, 0) : null;
    if (lastStep === null) throw wrongCode();
    await inside.db
      .update(twoSteps)
      .set({ lastStep, recoveryHashes: hashes, createdAt: now })
      .where(eq(twoSteps.userId, actor.id));
    await inside.db.update(users).set({ twoStepsSince: now, updatedAt: now }).where(eq(users.id, actor.id));
    await endOtherSessions(inside, actor, request);
    await sendAccountLetter(inside, { kind: "twoStepsOn", userId: actor.id });
  });
  await world.limits.clear(guesses, actor.id);
  noteSecurity(world, "twoStepsOn", { userId: actor.id });
  return codes.map(spelled);
}

/**
 * Ten new recovery codes in the place of the old ones. Refuses a wrong password, a wrong or used code, and guessing: 10
 * of either an hour.
 */
export async function renewRecoveryCodes(world: World, actor: Actor, password: string, typed: TypedCode) {
  const { codes, hashes } = await drawRecoveryCodes(actor.id);
  await withBothSteps(world, actor, password, typed, async (inside) => {
    await inside.db.update(twoSteps).set({ recoveryHashes: hashes }).where(eq(twoSteps.userId, actor.id));
    return "recoveryRenewed";
  });
  noteSecurity(world, "recoveryCodesRenewed", { userId: actor.id });
  return codes.map(spelled);
}

/** Signs in with the password alone from now on; every other session ends. Refuses as `renewRecoveryCodes` does. */
export async function endTwoSteps(
  world: World,
  actor: Actor,
  password: string,
  typed: TypedCode,
  request: Request,
): Promise<void> {
  await withBothSteps(world, actor, password, typed, async (inside) => {
    await forgetTwoSteps(inside, actor.id);
    await endOtherSessions(inside, actor, request);
    return "twoStepsOff";
  });
  noteSecurity(world, "twoStepsOff", { userId: actor.id });
}

/** Forgets key and recovery codes, inside the caller's transaction. */
async function forgetTwoSteps({ db, clock }: Pick<World, "db" | "clock">, userId: string): Promise<void> {
  await db.delete(twoSteps).where(eq(twoSteps.userId, userId));
  await db.update(users).set({ twoStepsSince: null, updatedAt: clock.now() }).where(eq(users.id, userId));
}

/** The same for somebody who cannot do it: every session ends, a letter says that others have turned it off. */
export async function endTwoStepsOf(inside: World, userId: string): Promise<void> {
  await forgetTwoSteps(inside, userId);
  await endAllSessions(inside, userId);
  await sendAccountLetter(inside, { kind: "twoStepsTakenOff", userId });
  noteSecurity(inside, "twoStepsOff", { userId, why: "by an administrator" });
}

/** Takes off a second step that was set, or is being set up, since that moment; a letter tells its holder. Older ones stay. */
export async function dropTwoStepsSince(tx: World, userId: string, since: Date): Promise<void> {
  const locked = await lockTwoSteps(tx, userId);
  if (!locked || (locked.since && locked.since < since)) return;
  await forgetTwoSteps(tx, userId);
  if (!locked.since) return;
  await sendAccountLetter(tx, { kind: "twoStepsOff", userId });
  noteSecurity(tx, "twoStepsOff", { userId, why: "an e-mail change was stopped" });
}

async function withBothSteps(
  world: World,
  actor: Actor,
  password: string,
  typed: TypedCode,
  work: (
    inside: World,
  ) => Promise<Extract<AccountLetter, { userId: string }>["kind"] & ("recoveryRenewed" | "twoStepsOff")>,
): Promise<void> {
  await requirePassword(world, actor, password);
  await world.limits.take(guesses, actor.id);
  await transaction(world, async (inside) => {
    if (!(await spendCode(inside, actor.id, typed))) throw wrongCode();
    await sendAccountLetter(inside, { kind: await work(inside), userId: actor.id });
  });
  await world.limits.clear(guesses, actor.id);
}
