// A thief's passkey would still open the account after its owner reset the password.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { Clock } from "#app/platform/app-context.server.ts";
import type { AppError } from "#app/platform/app-error.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestUser, password, signedIn, signUpTestUser } from "#tests/make.ts";
import { typed, withTwoFactor } from "#tests/make-two-factor.ts";
import { createTestApp } from "#tests/test-app.ts";
import { passkeys } from "../auth.tables.server.ts";
import { requestPasswordReset } from "../link-requests.server.ts";
import { resetPassword } from "../password/reset-password.server.ts";
import { createPasskey, createPasskeyOptions, signInByPasskey, startPasskey } from "./passkeys.server.ts";

const { ctx, emails, runJobs } = await createTestApp();

const newKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/** Returns the response of a new passkey to a challenge, without attestation. */
function buildResponse(challenge: string, { publicKey } = newKeys()) {
  const { origin, hostname } = new URL(ctx.settings.publicUrl);
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, "base64url")],
    [-3, Buffer.from(y, "base64url")],
  ]);
  const credentialId = randomBytes(16);
  // User present, user verified, credential included.
  const flags = Buffer.from([0b0100_0101]);
  const authData = Buffer.concat([
    createHash("sha256").update(hostname).digest(),
    flags,
    Buffer.alloc(4 + 16),
    Buffer.from([0, credentialId.length]),
    credentialId,
    isoCBOR.encode(key as never),
  ]);
  const attestation = new Map<string, unknown>([
    ["fmt", "none"],
    ["attStmt", new Map()],
    ["authData", new Uint8Array(authData)],
  ]);
  const id = credentialId.toString("base64url");
  const clientData = { type: "webauthn.create", challenge, origin };
  return {
    ...{ id, rawId: id, type: "public-key" as const, clientExtensionResults: {} },
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString("base64url"),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
    },
  };
}

test("an account has at most ten passkeys, also when they are created concurrently", async () => {
  const actor = { ...(await signedIn(ctx, await createTestUser(ctx))), signedInAt: ctx.clock.now() };
  const challenges = await Promise.all(
    Array.from({ length: 13 }, async () => (await startPasskey(ctx, actor, "")).challenge),
  );
  const create = (challenge: string) =>
    createPasskey(ctx, actor, { name: "Phone", response: buildResponse(challenge) }).then(
      () => "created",
      ({ code }: AppError) => code,
    );
  const answers = await Promise.all(challenges.map(create));
  expect(answers.filter((answer) => answer !== "created")).toEqual(Array(3).fill("passkeys.most"));
  expect(await ctx.db.$count(passkeys, eq(passkeys.userId, actor.id))).toBe(10);
});

/** Returns the response of a passkey to the challenge of a sign-in. */
function buildSignIn(id: string, challenge: string, privateKey: KeyObject) {
  const { origin, hostname } = new URL(ctx.settings.publicUrl);
  const clientData = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin }));
  const authData = Buffer.concat([createHash("sha256").update(hostname).digest(), Buffer.from([0b101, 0, 0, 0, 0])]);
  const signature = sign(
    "sha256",
    Buffer.concat([authData, createHash("sha256").update(clientData).digest()]),
    privateKey,
  );
  return {
    ...{ id, rawId: id, type: "public-key" as const, clientExtensionResults: {} },
    response: {
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: authData.toString("base64url"),
      signature: signature.toString("base64url"),
    },
  };
}

test("a challenge of the sign-in page works once, for an hour, and only if it is ours", async () => {
  const actor = { ...(await signedIn(ctx, await createTestUser(ctx))), signedInAt: ctx.clock.now() };
  const keys = newKeys();
  const response = buildResponse((await startPasskey(ctx, actor, "")).challenge, keys);
  await createPasskey(ctx, actor, { name: "Phone", response });
  const signInWith = (challenge: string, at = ctx) =>
    signInByPasskey(
      at,
      buildSignIn(response.id, challenge, keys.privateKey),
      new Request("https://aleef.test/"),
      "::1",
    ).then(
      () => "signed in",
      ({ code }: AppError) => code,
    );
  const { challenge } = await createPasskeyOptions(ctx);
  expect(await Promise.all([signInWith(challenge), signInWith(challenge)])).toEqual(
    expect.arrayContaining(["signed in", "accounts.wrongPasskey"]),
  );
  const later = (minutes: number) => ({ ...ctx, clock: new Clock(() => ctx.clock.in(minutes * 60_000)) });
  expect(await signInWith((await createPasskeyOptions(ctx)).challenge, later(59))).toBe("signed in");
  expect(await signInWith((await createPasskeyOptions(ctx)).challenge, later(61))).toBe("accounts.wrongPasskey");
  const forged = Buffer.from((await createPasskeyOptions(ctx)).challenge, "base64url");
  forged[0]! ^= 1;
  for (const other of [forged.toString("base64url"), randomBytes(32).toString("base64url")])
    expect(await signInWith(other)).toBe("accounts.wrongPasskey");
});

/** Stores a passkey as added this many days ago. */
async function addPasskey(userId: string, daysAgo: number): Promise<void> {
  const createdAt = new Date(ctx.clock.now().getTime() - daysAgo * 86_400_000);
  const credential = { credentialId: createId(), publicKey: "x", counter: 0, transports: [] };
  await ctx.db
    .insert(passkeys)
    .values({ id: createId(), userId, ...credential, name: "K", isSynced: false, createdAt });
}

test("an account with two-factor sign-in needs its code to add a passkey, and each code works once", async () => {
  const actor = await signUpTestUser(ctx, "two-steps@example.com");
  const { codes } = await withTwoFactor(ctx, actor);
  await expect(startPasskey(ctx, actor, password)).rejects.toMatchObject({
    code: "twoFactor.wrongCode",
    field: "code",
  });
  await expect(startPasskey(ctx, actor, password, typed("000000"))).rejects.toMatchObject({ field: "code" });
  await startPasskey(ctx, actor, password, typed(codes[0]!));
  await expect(startPasskey(ctx, actor, password, typed(codes[0]!))).rejects.toMatchObject({ field: "code" });
});

test("a password reset removes passkeys of the last seven days, and asks to check the rest", async () => {
  const actor = await signUpTestUser(ctx, "reset-keys@example.com");
  for (const age of [0, 6, 30]) await addPasskey(actor.id, age);
  emails.length = 0;
  await requestPasswordReset(ctx, { email: actor.email! }, new Request("https://aleef.test/"), "203.0.113.9");
  await runJobs();
  const token = emails.map(({ text }) => /auth\/reset\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? "";
  await resetPassword(ctx, token, "Another-walk-9");
  await runJobs();
  const kept = await ctx.db.select().from(passkeys).where(eq(passkeys.userId, actor.id));
  expect(
    kept.map(({ createdAt }) => Math.round((ctx.clock.now().getTime() - createdAt.getTime()) / 86_400_000)),
  ).toEqual([30]);
  expect(emails.map(({ subject }) => subject)).toContain(ctx.translator("en")("accountEmails.passkeysChecked.subject"));
});
