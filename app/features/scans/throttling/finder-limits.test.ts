// A true finder on a mobile network would be turned away because many share its address.
import { describe, expect, test } from "vitest";
import { createTestApp } from "#tests/test-app.ts";
import { countFinderWrite, countSentPlaces } from "./finder-limits.server.ts";

const app = await createTestApp();

/** Returns how many of `amount` calls are rejected, running 60 at a time. */
async function countRejected(amount: number, one: (at: number) => Promise<void>): Promise<number> {
  let rejected = 0;
  for (let from = 0; from < amount; from += 60)
    await Promise.all(
      Array.from({ length: Math.min(60, amount - from) }, (_, at) =>
        one(from + at).catch((error) => {
          expect(error).toMatchObject({ code: "errors.tooMany", status: 429 });
          rejected++;
        }),
      ),
    );
  return rejected;
}

describe("finders behind a mobile operator's few IP addresses", () => {
  test("are not rejected at six requests a second for ten minutes from four networks", async () => {
    const town = (at: number) => ({ address: `100.64.${at % 4}.${at % 250}` });
    expect(await countRejected(3600, (at) => countFinderWrite(app.ctx, town(at), `tag-${at}`))).toBe(0);
    expect(await countRejected(600, (at) => countSentPlaces(app.ctx, town(at).address, `way-${at % 60}`))).toBe(0);
  });

  test("are limited per tag and network, without affecting others", async () => {
    const abuser = { address: "192.0.2.7" };
    expect(await countRejected(40, () => countFinderWrite(app.ctx, abuser, "one-tag"))).toBe(10);
    expect(await countRejected(10, () => countFinderWrite(app.ctx, abuser, "another-tag"))).toBe(0);
    expect(await countRejected(5, () => countFinderWrite(app.ctx, { address: "198.51.100.1" }, "one-tag"))).toBe(0);
  });

  test("have a total limit per network", async () => {
    const flood = { address: "203.0.113.5" };
    expect(await countRejected(3100, (at) => countFinderWrite(app.ctx, flood, `tag-${at}`))).toBe(100);
  });
});
