// Everybody would be signed out, and stored secrets would be lost, on the day the operator changes the secret.
import { expect, test } from "vitest";
import { createId } from "../db/uuid.server.ts";
import { readSignedId, signId } from "../http/signed-id.server.ts";
import { decryptValue, encryptValue } from "./encrypted-value.server.ts";

const [old, fresh, other] = ["o", "f", "x"].map((sign) => sign.repeat(32)) as [string, string, string];
const before = { settings: { secret: old } };
const during = { settings: { secret: fresh, previousSecret: old } };
const after = { settings: { secret: fresh } };
const unrelated = { settings: { secret: other, previousSecret: other } };

test("during a secret rotation, data of the old secret can be read and new data uses the new secret", () => {
  const id = createId();
  const link = signId(before, "link", id);
  expect([before, during, after, unrelated].map((ctx) => readSignedId(ctx, "link", link))).toEqual([
    id,
    id,
    null,
    null,
  ]);
  expect(readSignedId(after, "link", signId(during, "link", id))).toBe(id);
  expect(readSignedId(during, "other", link)).toBeNull();

  const sealed = encryptValue(before, "keys", "mona", Buffer.from("twenty"));
  const opened = [before, during, after, unrelated].map((ctx) => decryptValue(ctx, "keys", "mona", sealed)?.toString());
  expect(opened).toEqual(["twenty", "twenty", undefined, undefined]);
  expect(decryptValue(after, "keys", "mona", encryptValue(during, "keys", "mona", Buffer.from("x")))?.toString()).toBe(
    "x",
  );
});
