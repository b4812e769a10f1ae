import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compressPage, compressStart } from "./gzip-pages.server.ts";

test("compressPage output decompresses to the start followed by the rest, for any texts", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 2000, unit: "grapheme" }),
      fc.string({ maxLength: 2000, unit: "grapheme" }),
      (start, rest) => {
        const packed = compressPage(compressStart(start), rest);
        expect(gunzipSync(packed).toString()).toBe(Buffer.from(start + rest).toString());
      },
    ),
  );
});

test("compressPage does not repeat in the rest what the start contains, even if the start exceeds deflate's window", () => {
  const style = Array.from({ length: 6000 }, (_, at) => `.c${at}{color:#${at.toString(16)}}`).join("");
  const rest = `<p>${style.slice(-2000)}</p>`;
  const packed = compressPage(compressStart(style), rest);
  expect(gunzipSync(packed).toString()).toBe(style + rest);
  expect(packed.length).toBeLessThan(gzipSync(style + rest).length * 1.02);
});
