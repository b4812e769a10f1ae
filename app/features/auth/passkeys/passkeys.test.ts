import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { AppError } from "#app/platform/http/app-error.server.ts";
import { createTestUser, signedIn } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { passkeys } from "../auth.tables.server.ts";
import { createPasskey, startPasskey } from "./passkeys.server.ts";

const { ctx, close } = await createTestApp();
afterAll(close);

/** Returns the response of a new passkey to a challenge, without attestation. */
function buildResponse(challenge: string) {
  const { origin, hostname } = new URL(ctx.settings.publicUrl);
  const { x = "", y = "" } = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });
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
  expect(answers.filter((answer) => answer !== "created")).toEqual(Array(3).fill("accounts.passkeys.most"));
  expect(await ctx.db.$count(passkeys, eq(passkeys.userId, actor.id))).toBe(10);
});
