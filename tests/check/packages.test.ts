import { expect, test } from "vitest";
import { findProblems, isAllowed, isBelow } from "./packages.ts";

test.each([
  ["7.18.1", "7.18.2", true],
  ["7.9.9", "7.18.2", true],
  ["7.18.2", "7.18.2", false],
  ["8.0.0", "7.18.2", false],
  ["0.45.10", "0.45.2", false],
  ["1.7.16-beta.1", "1.7.16", false],
])("isBelow(%s, %s) is %s", (version, floor, isIt) => {
  expect(isBelow(version, floor)).toBe(isIt);
});

test.each([
  ["one", "MIT", true],
  ["one", "AGPL-3.0", false],
  ["one", "LGPL-3.0-or-later", false],
  ["@img/sharp-libvips-linux-x64", "LGPL-3.0-or-later", true],
  ["@img/sharp-wasm32", "Apache-2.0 AND LGPL-3.0-or-later AND MIT", true],
  ["one", "(MIT OR GPL-3.0)", true],
  ["one", "MIT AND GPL-3.0", false],
  ["one", undefined, false],
])("the licence of %s under %s is allowed: %s", (name, licence, mayBe) => {
  expect(isAllowed(name, licence)).toBe(mayBe);
});

test("reports outdated and unwanted packages, missing checksums and install scripts; ignores packages for other systems", () => {
  const good = { version: "9.0.0", license: "MIT", integrity: "sha512-x" };
  const packages = {
    "node_modules/good": good,
    "node_modules/a/node_modules/react-router": { ...good, version: "7.0.0" },
    "node_modules/@better-auth/expo": good,
    "node_modules/unchecked": { version: "1.0.0", license: "MIT" },
    "node_modules/busy": { ...good, hasInstallScript: true },
    "node_modules/known": { ...good, hasInstallScript: true },
    "node_modules/elsewhere": { version: "1.0.0", optional: true },
  };
  expect(findProblems(packages, new Set(["known"]))).toEqual([
    "react-router 7.0.0 is below 7.18.2",
    "@better-auth/expo is not wanted here",
    "unchecked has no checksum",
    "busy runs a script when installed",
  ]);
});
