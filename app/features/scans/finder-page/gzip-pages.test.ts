import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compressPage, compressText, splitAtShared } from "./gzip-pages.server.ts";

const text = fc.string({ maxLength: 2000, unit: "grapheme" });
/** Texts of a page together; a lone half of a surrogate pair is sent as U+FFFD. */
const joined = (texts: string[]) => Buffer.concat(texts.map((one) => Buffer.from(one))).toString();

test("compressPage output decompresses to its parts, for any texts, shared or not", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.boolean()), { maxLength: 8 }), (parts) => {
      const packed = compressPage(parts.map(([part, isShared]) => (isShared ? compressText(part) : part)));
      expect(gunzipSync(packed).toString()).toBe(joined(parts.map(([part]) => part)));
    }),
  );
});

test("splitAtShared returns the text's parts in order, with each shared text that it contains", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 3, unit: "binary-ascii" }), { maxLength: 6 }),
      fc.string({ unit: "binary-ascii" }),
      (shared, whole) => {
        const parts = splitAtShared(whole, shared.map(compressText));
        expect(parts.map((part) => (typeof part === "string" ? part : part.text)).join("")).toBe(whole);
      },
    ),
  );
  const [form, script] = ["<form>…</form>", "<script>…</script>"].map(compressText);
  expect(splitAtShared("<h1>Rocky</h1><form>…</form><p><script>…</script>", [script!, form!])).toEqual([
    "<h1>Rocky</h1>",
    form,
    "<p>",
    script,
    "",
  ]);
});

test("compressPage stores a little text as it is and compresses much text", () => {
  const shared = compressText("<p>".repeat(500));
  const [little, much] = ["x".repeat(4096), "x".repeat(4097)];
  expect(compressPage([shared, little]).length).toBeGreaterThan(4096);
  expect(compressPage([shared, much]).length).toBeLessThan(500);
});
