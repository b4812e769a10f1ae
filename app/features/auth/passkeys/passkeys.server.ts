import { randomBytes } from "node:crypto";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import * as z from "zod";
import { lockAccount } from "#app/features/users/lock-user.server.ts";
import { type Actor, displayName, signInNameOf } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { createMac, type Installation, isSignedWith } from "#app/platform/crypto/secrets.server.ts";
import { getViolatedConstraint, withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { minuteMs } from "#app/platform/durations.rules.ts";
import { createNameField } from "#app/platform/http/forms/fields.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { isWithinLimit } from "#app/platform/limits/limits.server.ts";
import { sendAccountEmail } from "../account-emails.server.ts";
import { passwordMaxLength } from "../auth.rules.ts";
import { passkeys, verifications } from "../auth.tables.server.ts";
import { recordSecurityEvent } from "../security-log.server.ts";
import { openSession } from "../sessions/open-session.server.ts";
import { optionalCode, requireEveryFactor } from "../two-factor/require-factors.server.ts";
import type { TypedCode } from "../two-factor/two-factor.rules.ts";
import type { PasskeyOptions } from "./passkey-button.tsx";

/** Parses the JSON of an authenticator's response; it is verified later. */
const answerOf = <Answer extends { id: string }>() =>
  z
    .string()
    .max(20_000)
    .transform((text, context): Answer => {
      try {
        const read: unknown = JSON.parse(text);
        if (z.object({ id: z.string().max(2000) }).safeParse(read).success) return read as Answer;
      } catch {
        // Reported below.
      }
      context.addIssue({ code: "custom", message: "accounts.wrongPasskey" });
      return z.NEVER;
    });

const name = createNameField(60).min(1);

/** Contains the name, so that a device creates no passkey that is then rejected for its name. */
export const passkeyBeginForm = z.object({
  name,
  currentPassword: z.string().min(1).max(passwordMaxLength),
  code: optionalCode,
});
export const passkeyAddForm = z.object({ name, response: answerOf<RegistrationResponseJSON>() });
export const passkeyNameForm = z.object({ passkeyId: z.string().max(100), name });
export const passkeyForm = z.object({ passkeyId: z.string().max(100) });
export const passkeySignInForm = z.object({
  response: answerOf<AuthenticationResponseJSON>(),
  to: z.string().max(1000).optional(),
});

const limits = {
  trying: { name: "passkey-network", points: 100, span: 3600 },
  /** A challenge of a sign-in is valid once. */
  challenge: { name: "passkey-challenge", points: 1, span: 3600 },
};
const maxPasskeys = 10;
/** How long a challenge is valid; that of a sign-in is created when its page opens. Milliseconds. */
const challengeLife = { add: 5 * minuteMs, signIn: limits.challenge.span * 1000 };

/** Returns the relying party; browsers offer only passkeys of the same host. */
function relyingParty({ settings }: Pick<AppContext, "settings">) {
  const { hostname, origin } = new URL(settings.publicUrl);
  return { id: hostname, origin };
}

/** Creates a challenge for the actor's authenticator to sign, valid once and for five minutes. */
async function createChallenge(ctx: AppContext, actor: Actor): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  const now = ctx.clock.now();
  await ctx.db.insert(verifications).values({
    id: createId(),
    identifier: identifierOf(Buffer.from(challenge).toString("base64url")),
    value: actor.id,
    expiresAt: new Date(now.getTime() + challengeLife.add),
    createdAt: now,
    updatedAt: now,
  });
  return challenge;
}

const identifierOf = (challenge: string) => `passkey ${challenge}`;

/** Consumes a challenge. False when it was not created for the actor, was already used, or has expired. */
async function consumeChallenge(ctx: AppContext, challenge: string, actor: Actor): Promise<boolean> {
  const taken = await ctx.db
    .delete(verifications)
    .where(
      and(
        eq(verifications.identifier, identifierOf(challenge)),
        eq(verifications.value, actor.id),
        gt(verifications.expiresAt, ctx.clock.now()),
      ),
    )
    .returning({ id: verifications.id });
  return taken.length > 0;
}

/** Deletes expired challenges. */
export async function purgeOldChallenges({ db, clock }: AppContext): Promise<void> {
  await db
    .delete(verifications)
    .where(and(lt(verifications.expiresAt, clock.now()), sql`starts_with(${verifications.identifier}, 'passkey ')`));
}

/** Lists the actor's passkeys, the oldest first, without credential data. */
export async function listPasskeys({ db }: Pick<AppContext, "db">, actor: { id: string }) {
  return db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      isSynced: passkeys.isSynced,
      createdAt: passkeys.createdAt,
      usedAt: passkeys.usedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, actor.id))
    .orderBy(asc(passkeys.id));
}

/**
 * Returns the options for creating a passkey, which later signs in without any other factor: so it asks for each that
 * the account has. Rejects a wrong password or code, and more than ten passkeys with 409.
 */
export async function startPasskey(ctx: AppContext, actor: Actor, password: string, typed?: TypedCode) {
  await requireEveryFactor(ctx, actor, password, typed);
  const existing = await ctx.db.select().from(passkeys).where(eq(passkeys.userId, actor.id));
  if (existing.length >= maxPasskeys) throw new AppError("passkeys.most", 409);
  return generateRegistrationOptions({
    rpName: "Aleef",
    rpID: relyingParty(ctx).id,
    userID: new Uint8Array(Buffer.from(actor.id.replaceAll("-", ""), "hex")),
    userName: signInNameOf(actor),
    userDisplayName: displayName(actor),
    challenge: await createChallenge(ctx, actor),
    timeout: challengeLife.add,
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
    // Discoverable without a user name, and with user verification, so that it counts as both factors.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/**
 * Stores the passkey that the actor's device has created and notifies the actor. Rejects a response to another
 * challenge or from another site, a passkey that is already stored, and more than ten passkeys with 409.
 */
export async function createPasskey(
  ctx: AppContext,
  actor: Actor,
  { name, response }: { name: string; response: RegistrationResponseJSON },
): Promise<void> {
  const party = relyingParty(ctx);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => consumeChallenge(ctx, challenge, actor),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified || !registrationInfo) throw new AppError("passkeys.failed", 400);
  const { credential, credentialBackedUp } = registrationInfo;
  try {
    await withTransaction(ctx, async (tx) => {
      // Concurrent requests of one account wait here, so that each counts the passkeys stored before it.
      await lockAccount(tx, actor);
      if ((await tx.db.$count(passkeys, eq(passkeys.userId, actor.id))) >= maxPasskeys)
        throw new AppError("passkeys.most", 409);
      await tx.db.insert(passkeys).values({
        id: createId(),
        userId: actor.id,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: credential.transports ?? [],
        name,
        isSynced: credentialBackedUp,
        createdAt: tx.clock.now(),
      });
      await sendAccountEmail(tx, { kind: "passkeyAdded", userId: actor.id });
    });
  } catch (error) {
    if (getViolatedConstraint(error)) throw new AppError("passkeys.isThere", 409);
    throw error;
  }
  recordSecurityEvent(ctx, "passkeyAdded", { userId: actor.id });
}

const own = (actor: { id: string }, id: string) => and(eq(passkeys.userId, actor.id), eq(passkeys.id, id));
const isGone = () => new AppError("passkeys.notFound", 404);

export async function updatePasskeyName(ctx: AppContext, actor: Actor, id: string, name: string): Promise<void> {
  const named = await ctx.db.update(passkeys).set({ name }).where(own(actor, id)).returning({ id: passkeys.id });
  if (named.length === 0) throw isGone();
}

/** Deletes a passkey and notifies its owner. */
export async function deletePasskey(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const removed = await tx.db.delete(passkeys).where(own(actor, id)).returning({ id: passkeys.id });
    if (removed.length === 0) throw isGone();
    await sendAccountEmail(tx, { kind: "passkeyRemoved", userId: actor.id });
  });
  recordSecurityEvent(ctx, "passkeyRemoved", { userId: actor.id });
}

const signChallenge = (installation: Installation, head: string) =>
  createMac(installation, `passkey ${head}`).toString("base64url");

/**
 * Returns the options for signing in with a passkey; the authenticator's response names the account. Their challenge is
 * signed instead of stored, so that every opening of the page can have one.
 */
export function createPasskeyOptions(ctx: AppContext): Promise<PasskeyOptions> {
  const head = `${ctx.clock.now().getTime().toString(36)}.${randomBytes(16).toString("base64url")}`;
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge: new Uint8Array(Buffer.from(`${head}.${signChallenge(ctx, head)}`)),
    timeout: challengeLife.add,
    userVerification: "required",
  });
}

/** Consumes a challenge of a sign-in. False when it is not ours, was already used, or is older than an hour. */
async function consumeSignInChallenge(ctx: AppContext, challenge: string): Promise<boolean> {
  const [time = "", random = "", mac = ""] = Buffer.from(challenge, "base64url").toString().split(".");
  if (!isSignedWith(ctx, mac, (installation) => signChallenge(installation, `${time}.${random}`))) return false;
  const age = ctx.clock.now().getTime() - Number.parseInt(time, 36);
  return age <= challengeLife.signIn && (await isWithinLimit(ctx.limits, limits.challenge, random));
}

/**
 * Signs in with a passkey, which counts as both factors because the device verified the user. Rejects an unknown or
 * deleted passkey, and a response to another challenge, from another site or already used, all with the same error, and
 * what `openSession` rejects.
 */
export async function signInByPasskey(
  ctx: AppContext,
  response: AuthenticationResponseJSON,
  request: Request,
  address: string,
): Promise<string[]> {
  await ctx.limits.take(limits.trying, getNetwork(address));
  const [passkey] = await ctx.db.select().from(passkeys).where(eq(passkeys.credentialId, response.id));
  const party = relyingParty(ctx);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => consumeSignInChallenge(ctx, challenge),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(Buffer.from(passkey?.publicKey ?? "", "base64url")),
      counter: passkey?.counter ?? 0,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!passkey || !verified || !authenticationInfo) {
    recordSecurityEvent(ctx, "signInFailed", { userId: passkey?.userId, address, why: "wrong passkey" });
    throw new AppError("accounts.wrongPasskey", 401);
  }
  const { id, userId } = passkey;
  const opening = { userId, hasBothSteps: true, phone: null, why: "with a passkey" };
  const cookies = await openSession(ctx, opening, request, address);
  await ctx.db
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, usedAt: ctx.clock.now() })
    .where(eq(passkeys.id, id));
  return cookies;
}
