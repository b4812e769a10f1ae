// People with weak eyes could not read the names on the map.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readColour, themeColours, worseContrast } from "#tests/colours.ts";

const styles = readFileSync(new URL("map.css", import.meta.url), "utf8").replace(/\/\*.*?\*\//gs, "");
const theme = themeColours();

function given(selector: string, property: string): string {
  const rule = styles.split("}").find((one) => one.trim().startsWith(`${selector} {`));
  return new RegExp(`\\s${property}: ([^;]+);`).exec(rule ?? "")?.[1] ?? "";
}

// Tested here because axe cannot check text over a drawing.
describe.each([
  ["water", readColour(given(".map-water", "background"))],
  ["land", readColour(given(".map-land", "fill"))],
])("text on %s", (_, ground) => {
  test.each([".map-degree", ".map-place", ".map-place-1"])(
    "%s has enough contrast in light and dark mode",
    (selector) => {
      const name = /^var\(--color-([\w-]+)\)$/.exec(given(selector, "color"))?.[1] ?? "";
      expect(worseContrast(theme[name]!, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );
});
