import { expect, test } from "vitest";
import { regexes } from "zod";
import { attackOn } from "./pattern-growth.ts";
import { partsOf } from "./pattern-parts.ts";
import { patternsIn } from "./patterns.ts";

test.each([/\/+$/, /\s*\n\s*/, /([a-z-]+)-(\d+)(?=: )/, /^[^\s@]+@[^\s@]+\.[^\s@]+$/, /^(?:a|ab|b)*x*a*b*c/])(
  "%s grows with the square of its text",
  (pattern) => {
    expect(attackOn(pattern)).toMatch(/again and again$/);
  },
);

test.each([
  /^\d+$/,
  /[&<>"']/g,
  /^[a-z]{1,5}(-[a-z]+)?$/i,
  /(?<![a-z-])([a-z-]+)-(\d+)(?=: )/g,
  /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/,
  /\p{M}/gu,
  regexes.email,
  regexes.uuid(),
  regexes.date,
])("%s grows with its text alone", (pattern) => {
  expect(attackOn(pattern)).toBeNull();
});

test("a pattern is attacked with what it is made of, after whatever must stand before", () => {
  const { starts, pumps } = partsOf("^ab(?:c|de)+[x-z]{2,}$", "");
  expect(starts).toEqual(expect.arrayContaining(["", "ab", "abc"]));
  expect(pumps).toEqual(expect.arrayContaining(["c", "de", "abc"]));
});

test("every regular expression of a file is read: written out, with flags, and put together", () => {
  const text = [
    "const digit = '[0-9]';",
    "const one = /a[/]b/gi, other = <p>{/x/.test(y)}</p>;",
    ["new RegExp(`^$", "{digit}{3}$", "{name}$`, 'u');"].join(""),
    "new RegExp(name);",
  ].join("\n");
  const { found, unread } = patternsIn("a.tsx", text);
  expect(found.map(({ where, pattern }) => [where, String(pattern)])).toEqual([
    ["a.tsx:2", "/a[/]b/gi"],
    ["a.tsx:2", "/x/"],
    ["a.tsx:3", "/^[0-9]{3}x$/u"],
  ]);
  expect(unread).toEqual(["a.tsx:4"]);
});
