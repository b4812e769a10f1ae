// Stolen password hashes would be cheap to guess, or each sign-in would use more memory than the server has.
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { expect, test } from "vitest";
import { requestedCost } from "#tests/fast-hashes.setup.ts";
import { hashRecoveryCode } from "../two-factor/used-codes.server.ts";

test("passwords are hashed and verified with 32 MiB of memory", async () => {
  const hash = await hashPassword("Sunny-walk-7");
  expect(requestedCost()).toMatchObject({ N: 16_384, r: 16, p: 1 });
  expect(await verifyPassword({ hash, password: "Rainy-walk-8" })).toBe(false);
  expect(requestedCost()).toMatchObject({ N: 16_384, r: 16, p: 1 });
});

test("recovery codes, which are random, are hashed with 4 MiB of memory", async () => {
  await hashRecoveryCode("018cc251-f400-7000-8000-000000000000", "ABCDE-FGHJK");
  expect(requestedCost()).toEqual({ N: 4096 });
});
