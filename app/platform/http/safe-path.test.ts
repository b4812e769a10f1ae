import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safePath } from "./safe-path.ts";

const here = "https://aleef.example";

/** What a browser would make of the result on our own page. */
function leadsHome(path: string): boolean {
  const url = new URL(path, `${here}/auth`);
  const again = new URL(url.href);
  return url.origin === here && again.origin === here && path.startsWith("/");
}

describe("the way back", () => {
  test.each([
    ["/dashboard", "/dashboard"],
    ["/dashboard/pets?a=1&b=2#c", "/dashboard/pets?a=1&b=2#c"],
    ["/a/../b", "/b"],
    ["/x?to=https://evil.example", "/x?to=https://evil.example"],
    ["/صفحة", encodeURI("/صفحة")],
  ])("%s stays what it is", (given, path) => {
    expect(safePath(given, "/home")).toBe(path);
  });

  test.each([
    "",
    null,
    undefined,
    "dashboard",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    `/${"a".repeat(1000)}`,
  ])("%j falls back", (given) => {
    expect(safePath(given, "/home")).toBe("/home");
  });

  // Strings made of what open redirects are made of: far likelier to hurt than any text.
  const piece = fc.constantFrom(
    "/",
    "\\",
    "//",
    ".",
    "..",
    "%2f",
    "%5c",
    "%2e",
    "@",
    ":",
    "?",
    "#",
    "\t",
    "\n",
    "\r",
    " ",
    "\u0000",
    "\u3000",
    "\u2028",
    "evil.example",
    "http:",
    "https:",
    "javascript:",
    "aleef.example",
    "a",
  );
  const crafted = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

  test("never leads to another site, whatever is given", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          crafted,
          crafted.map((text) => `/${text}`),
          fc.string({ unit: "binary", maxLength: 60 }),
          fc.webUrl(),
        ),
        (text) => {
          const path = safePath(text, "/home");
          expect(leadsHome(path)).toBe(true);
          expect(/[\r\n\t\0]/.test(path)).toBe(false);
        },
      ),
      { numRuns: 20_000 },
    );
  });

  test("asked again about its own answer it says the same", () => {
    fc.assert(
      fc.property(
        crafted.map((text) => `/${text}`),
        (text) => {
          const once = safePath(text, "/home");
          expect(safePath(once, "/home")).toBe(once);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
