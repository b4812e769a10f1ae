import fc from "fast-check";
import { expect, test } from "vitest";
import { openValue, sealValue } from "./sealed-value.server.ts";

const world = { settings: { secret: "a secret of at least thirty-two signs" } };
const other = { settings: { secret: "another one of at least thirty-two signs" } };

test("a sealed value opens for the same installation, purpose and person alone", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (value) => {
      const sealed = sealValue(world, "keys", "mona", value);
      expect(openValue(world, "keys", "mona", sealed)).toEqual(Buffer.from(value));
      expect(sealValue(world, "keys", "mona", value)).not.toBe(sealed);
      for (const wrong of [
        openValue(other, "keys", "mona", sealed),
        openValue(world, "letters", "mona", sealed),
        openValue(world, "keys", "omar", sealed),
      ])
        expect(wrong).toBeNull();
    }),
  );
});

test("a changed or cut one opens never", () => {
  const sealed = Buffer.from(sealValue(world, "keys", "mona", Buffer.from("twenty secret bytes!")), "base64url");
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(openValue(world, "keys", "mona", changed.toString("base64url"))).toBeNull();
    expect(openValue(world, "keys", "mona", sealed.subarray(0, at).toString("base64url"))).toBeNull();
  }
});
