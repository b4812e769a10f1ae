import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, inArray, lt, lte, sql } from "drizzle-orm";
import { parse, serialize } from "hono/utils/cookie";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { sendAccountEmail } from "../account-emails.server.ts";
import { pendingSignIns, type SignInStage } from "../auth.tables.server.ts";
import { codesOfAccount } from "../code-limit.server.ts";
import { findPasswordHash } from "../password/check-password.server.ts";
import { recordSecurityEvent } from "../security-log.server.ts";
import { deleteAllSessions } from "../sessions/end-sessions.server.ts";
import { openSession } from "../sessions/open-session.server.ts";
import { readKnownDevice } from "../sessions/trusted-devices.server.ts";
import { maxTries, pendingLifetime, type TypedCode } from "./two-factor.rules.ts";
import { consumeCode, createWrongCodeError } from "./used-codes.server.ts";

const limits = {
  network: { name: "second-step-network", points: 100, span: 3600 },
  here: { name: "second-step-here", points: 10, span: 3600 },
  known: { name: "second-step-known-device", points: 10, span: 3600 },
};

type Installation = Pick<AppContext, "settings">;

/** Prefixed like the session cookie: over https only this host can set it. */
const cookieName = ({ settings }: Installation) => `${settings.secure ? "__Host-aleef" : "aleef"}.second_step`;

function buildCookie(ctx: Installation, token: string, maxAge: number): string {
  const { secure } = ctx.settings;
  return serialize(cookieName(ctx), token, { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge });
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

function readTokenHash(ctx: Installation, request: Request): string {
  const name = cookieName(ctx);
  return hashOf(parse(request.headers.get("cookie") ?? "", name)[name] ?? "");
}

const oldest = ({ clock }: Pick<AppContext, "clock">) => clock.ago(pendingLifetime);

const isLive = (ctx: AppContext, request: Request, stages: readonly SignInStage[]) =>
  and(
    eq(pendingSignIns.tokenHash, readTokenHash(ctx, request)),
    inArray(pendingSignIns.stage, [...stages]),
    lt(pendingSignIns.tries, maxTries),
    gt(pendingSignIns.createdAt, oldest(ctx)),
  );

/**
 * A sign-in that began with a correct password or phone number and still needs a second factor, another proof or a
 * name.
 */
export interface PendingSignIn {
  userId: string | null;
  stage: SignInStage;
  /** The phone number that a code has just proven. */
  phone?: string | null;
}

/**
 * Stores for ten minutes that this browser has given the password or proven the phone number; returns the cookie that
 * identifies it.
 */
export async function createPendingSignIn(ctx: AppContext, pending: PendingSignIn): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await ctx.db.insert(pendingSignIns).values({ ...pending, tokenHash: hashOf(token), createdAt: ctx.clock.now() });
  return buildCookie(ctx, token, pendingLifetime / 1000);
}

/** Returns the cookie that clears this browser's pending sign-in. */
export const createClearedPendingCookie = (ctx: Installation): string => buildCookie(ctx, "", 0);

/** Returns this browser's pending sign-in at one of these stages; null when there is none. */
export async function findPendingSignIn(ctx: AppContext, request: Request, stages: readonly SignInStage[]) {
  const [found] = await ctx.db
    .select()
    .from(pendingSignIns)
    .where(isLive(ctx, request, stages));
  return found ?? null;
}

/** Counts an attempt at a pending sign-in; null when there is none, or it has no attempts left. */
export async function countPendingAttempt(ctx: AppContext, request: Request, stage: SignInStage) {
  const [waiting] = await ctx.db
    .update(pendingSignIns)
    .set({ tries: sql`${pendingSignIns.tries} + 1` })
    .where(isLive(ctx, request, [stage]))
    .returning();
  return waiting ?? null;
}

/** Deletes a pending sign-in; false when a concurrent request was faster. */
export async function consumePendingSignIn({ db }: Pick<AppContext, "db">, tokenHash: string): Promise<boolean> {
  const ended = await db.delete(pendingSignIns).where(eq(pendingSignIns.tokenHash, tokenHash)).returning();
  return ended.length > 0;
}

/** Whether this browser has given a correct password and may enter a code. */
export async function hasPendingSignIn(ctx: AppContext, request: Request): Promise<boolean> {
  return (await findPendingSignIn(ctx, request, ["secondFactor"])) !== null;
}

/**
 * Opens the session of a pending sign-in and returns its cookies; the previous session of this browser ends. Returns
 * null when there is no pending sign-in: no password was given, ten minutes have passed, or five codes were wrong, of
 * which the owner is notified by e-mail. Rejects a wrong, expired or used code, all with the same error, and guessing:
 * 10 attempts an hour from one network for one account, 50 a day for one account, 100 an hour from one network; a
 * browser that has signed in to the account before is counted separately, 10 an hour.
 */
export async function completeSignIn(
  ctx: AppContext,
  typed: TypedCode,
  request: Request,
  address: string,
): Promise<string[] | null> {
  const waiting = await countPendingAttempt(ctx, request, "secondFactor");
  if (!waiting?.userId) return null;
  const { userId, tokenHash, phone } = waiting;
  const hash = await findPasswordHash(ctx, { id: userId });
  const resetCounts = await countAttempt(ctx, readKnownDevice(ctx, request, userId), userId, address);
  const isRight = await withTransaction(ctx, async (tx) => {
    if (!(await consumeCode(tx, userId, typed))) return false;
    return consumePendingSignIn(tx, tokenHash);
  });
  if (!isRight) {
    recordSecurityEvent(ctx, "signInFailed", { userId, address, why: "wrong code" });
    if (waiting.tries < maxTries) throw createWrongCodeError(typed, 401);
    await sendAccountEmail(ctx, { kind: "codesTried", userId });
    return null;
  }
  await resetCounts();
  const opening = { userId, hasBothSteps: true, phone, why: "with two factors" };
  const cookies = await openSession(ctx, opening, request, address);
  // The password was changed after the pending sign-in was consumed: its session may have missed the end of all others.
  if ((await findPasswordHash(ctx, { id: userId })) !== hash) {
    await deleteAllSessions(ctx, userId);
    return null;
  }
  return [...cookies, createClearedPendingCookie(ctx)];
}

/** Counts a code attempt before it is checked; returns a function that resets the counts after a correct one. */
async function countAttempt({ limits: limiter }: AppContext, device: string | null, userId: string, address: string) {
  if (device) {
    await limiter.take(limits.known, device);
    return () => limiter.clear(limits.known, device);
  }
  const here = `${getNetwork(address)} ${userId}`;
  await limiter.take(limits.network, getNetwork(address));
  await limiter.take(limits.here, here);
  await limiter.take(codesOfAccount, userId);
  return async () => {
    await limiter.clear(limits.here, here);
    await limiter.clear(codesOfAccount, userId);
  };
}

/** Deletes expired pending sign-ins. */
export async function purgePendingSignIns(ctx: AppContext): Promise<void> {
  await ctx.db.delete(pendingSignIns).where(lte(pendingSignIns.createdAt, oldest(ctx)));
}
