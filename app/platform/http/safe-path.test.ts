// A link in a chat would send people from our sign-in page to a fraudster's copy of it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safePath } from "./safe-path.ts";

const siteOrigin = "https://aleef.example";

/** Returns whether a browser would stay on our site. */
function staysOnSite(path: string): boolean {
  const url = new URL(path, `${siteOrigin}/auth`);
  const again = new URL(url.href);
  return url.origin === siteOrigin && again.origin === siteOrigin && path.startsWith("/");
}

describe("safePath", () => {
  test.each([
    ["/dashboard", "/dashboard"],
    ["/dashboard/pets?a=1&b=2#c", "/dashboard/pets?a=1&b=2#c"],
    ["/a/../b", "/b"],
    ["/x?to=https://evil.example", "/x?to=https://evil.example"],
    ["/صفحة", encodeURI("/صفحة")],
  ])("keeps the path %s", (given, path) => {
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
  ])("replaces %j by the fallback", (given) => {
    expect(safePath(given, "/home")).toBe("/home");
  });

  // Typical parts of open redirects, more likely to break it than random text.
  const pieces = ["/", "\\", "//", ".", "..", "%2f", "%5c", "%2e", "@", ":", "?", "#", "\t", "\n", "\r", " ", "\0"];
  const words = ["\u3000", "\u2028", "evil.example", "http:", "https:", "javascript:", "aleef.example", "a"];
  const crafted = fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 10 }).map((parts) => parts.join(""));
  const begun = crafted.map((text) => `/${text}`);

  function isSafe(text: string): boolean {
    const path = safePath(text, "/home");
    return staysOnSite(path) && !/[\r\n\t\0]/.test(path);
  }

  test("never leads to another site, whatever the input", () => {
    fc.assert(fc.property(begun, isSafe), { numRuns: 15_000 });
    fc.assert(fc.property(crafted, isSafe), { numRuns: 3_000 });
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 40 }), isSafe), { numRuns: 2_000 });
  });

  test("returns its own result unchanged", () => {
    fc.assert(
      fc.property(begun, (text) => {
        const once = safePath(text, "/home");
        return safePath(once, "/home") === once;
      }),
      { numRuns: 1_000 },
    );
  });
});
