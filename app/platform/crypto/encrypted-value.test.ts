// A secret stored for one owner could be read for another, or after somebody changed it.
import fc from "fast-check";
import { expect, test } from "vitest";
import { decryptValue, encryptValue } from "./encrypted-value.server.ts";

const ctx = { settings: { secret: "a secret of at least thirty-two signs" } };
const other = { settings: { secret: "another one of at least thirty-two signs" } };

test("decrypts only with the same secret, purpose and owner", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (value) => {
      const sealed = encryptValue(ctx, "keys", "mona", value);
      expect(decryptValue(ctx, "keys", "mona", sealed)).toEqual(Buffer.from(value));
      expect(encryptValue(ctx, "keys", "mona", value)).not.toBe(sealed);
      for (const wrong of [
        decryptValue(other, "keys", "mona", sealed),
        decryptValue(ctx, "emails", "mona", sealed),
        decryptValue(ctx, "keys", "omar", sealed),
      ])
        expect(wrong).toBeNull();
    }),
  );
});

test("returns null for a changed or truncated value", () => {
  const sealed = Buffer.from(encryptValue(ctx, "keys", "mona", Buffer.from("twenty secret bytes!")), "base64url");
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(decryptValue(ctx, "keys", "mona", changed.toString("base64url"))).toBeNull();
    expect(decryptValue(ctx, "keys", "mona", sealed.subarray(0, at).toString("base64url"))).toBeNull();
  }
});
