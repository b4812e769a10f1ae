import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, inArray, lt, lte, sql } from "drizzle-orm";
import { parse, serialize } from "hono/utils/cookie";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { getNetwork } from "#app/platform/http/server/client-address.server.ts";
import { sendAccountEmail } from "../emails/account-emails.server.ts";
import { openSession } from "../sessions/open-session.server.ts";
import { recordSecurityEvent } from "../sign-in/security-log.server.ts";
import { readKnownDevice } from "../sign-in/trusted-devices.server.ts";
import { pendingSignIns, type SignInStage } from "../two-factor.tables.server.ts";
import { maxTries, type TypedCode, waitingLife } from "./two-factor.rules.ts";
import { codesOfAccount, consumeCode, wrongCode } from "./used-codes.server.ts";

const limits = {
  network: { name: "second-step-network", points: 100, span: 3600 },
  here: { name: "second-step-here", points: 10, span: 3600 },
  known: { name: "second-step-known-device", points: 10, span: 3600 },
};

type Installation = Pick<AppContext, "settings">;

/** Named as the session's: over https only this very host can set it. */
const nameOf = ({ settings }: Installation) => `${settings.secure ? "__Host-aleef" : "aleef"}.second_step`;

function cookieOf(ctx: Installation, token: string, maxAge: number): string {
  const { secure } = ctx.settings;
  return serialize(nameOf(ctx), token, { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge });
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

function tokenHashOf(ctx: Installation, request: Request): string {
  const name = nameOf(ctx);
  return hashOf(parse(request.headers.get("cookie") ?? "", name)[name] ?? "");
}

const oldest = ({ clock }: Pick<AppContext, "clock">) => new Date(clock.now().getTime() - waitingLife);

const isLive = (ctx: AppContext, request: Request, stages: readonly SignInStage[]) =>
  and(
    eq(pendingSignIns.tokenHash, tokenHashOf(ctx, request)),
    inArray(pendingSignIns.stage, [...stages]),
    lt(pendingSignIns.tries, maxTries),
    gt(pendingSignIns.createdAt, oldest(ctx)),
  );

/** A sign-in that began with a right password or number and still needs a second factor, another proof or a name. */
export interface PendingSignIn {
  userId: string | null;
  stage: SignInStage;
  /** The number that a code has just proven. */
  phone?: string | null;
}

/**
 * Remembers for ten minutes that this browser knew the password or has the number; returns the cookie by which it is known
 * again.
 */
export async function createPendingSignIn(ctx: AppContext, pending: PendingSignIn): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await ctx.db.insert(pendingSignIns).values({ ...pending, tokenHash: hashOf(token), createdAt: ctx.clock.now() });
  return cookieOf(ctx, token, waitingLife / 1000);
}

/** The cookie that ends what this browser had begun. */
export const createNoPendingCookie = (ctx: Installation): string => cookieOf(ctx, "", 0);

/** The sign-in that this browser has begun and is at one of these stages; null when none is. */
export async function findPendingSignIn(ctx: AppContext, request: Request, stages: readonly SignInStage[]) {
  const [found] = await ctx.db
    .select()
    .from(pendingSignIns)
    .where(isLive(ctx, request, stages));
  return found ?? null;
}

/** Counts a try at what a sign-in waits for; null when none waits, or too often was tried. */
export async function countPendingTry(ctx: AppContext, request: Request, stage: SignInStage) {
  const [waiting] = await ctx.db
    .update(pendingSignIns)
    .set({ tries: sql`${pendingSignIns.tries} + 1` })
    .where(isLive(ctx, request, [stage]))
    .returning();
  return waiting ?? null;
}

/** Uses a sign-in up that waited; false when another request was faster. */
export async function consumePendingSignIn({ db }: Pick<AppContext, "db">, tokenHash: string): Promise<boolean> {
  const ended = await db.delete(pendingSignIns).where(eq(pendingSignIns.tokenHash, tokenHash)).returning();
  return ended.length > 0;
}

/** Whether this browser has shown a right password and may try a code. */
export async function hasPendingSignIn(ctx: AppContext, request: Request): Promise<boolean> {
  return (await findPendingSignIn(ctx, request, ["secondFactor"])) !== null;
}

/**
 * Opens the session that waited for its second factor and returns its cookies; the one that this browser had before ends.
 * Null when nothing waits: no password was shown, ten minutes have passed, or five codes were wrong, of which an e-mail
 * then tells. Refuses a code that is wrong, old or used, all alike, and guessing: 10 an hour from one network for one
 * account, 50 a day for one account, 100 an hour from one network; a browser that signed in to the account before is
 * counted by itself, 10 an hour.
 */
export async function completeSignIn(
  ctx: AppContext,
  typed: TypedCode,
  request: Request,
  address: string,
): Promise<string[] | null> {
  const waiting = await countPendingTry(ctx, request, "secondFactor");
  if (!waiting?.userId) return null;
  const { userId, tokenHash, phone } = waiting;
  const forget = await countTry(ctx, readKnownDevice(ctx, request, userId), userId, address);
  const isRight = await transaction(ctx, async (tx) => {
    if (!(await consumeCode(tx, userId, typed))) return false;
    return consumePendingSignIn(tx, tokenHash);
  });
  if (!isRight) {
    recordSecurityEvent(ctx, "signInFailed", { userId, address, why: "wrong code" });
    if (waiting.tries < maxTries) throw wrongCode(401);
    await sendAccountEmail(ctx, { kind: "codesTried", userId });
    return null;
  }
  await forget();
  const opening = { userId, hasBothSteps: true, phone, why: "with two factors" };
  return [...(await openSession(ctx, opening, request, address)), createNoPendingCookie(ctx)];
}

/** Counts a try at a code before it is looked at; returns how the counts are taken back when it was right. */
async function countTry({ limits: counts }: AppContext, device: string | null, userId: string, address: string) {
  if (device) {
    await counts.take(limits.known, device);
    return () => counts.clear(limits.known, device);
  }
  const here = `${getNetwork(address)} ${userId}`;
  await counts.take(limits.network, getNetwork(address));
  await counts.take(limits.here, here);
  await counts.take(codesOfAccount, userId);
  return async () => {
    await counts.clear(limits.here, here);
    await counts.clear(codesOfAccount, userId);
  };
}

/** Erases what nobody can finish any more. */
export async function purgePendingSignIns(ctx: AppContext): Promise<void> {
  await ctx.db.delete(pendingSignIns).where(lte(pendingSignIns.createdAt, oldest(ctx)));
}
