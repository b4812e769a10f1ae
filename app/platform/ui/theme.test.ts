import { expect, test } from "vitest";
import { readColour, themeColours, worseContrast } from "#tests/colours.ts";

const colours = themeColours();
const texts = ["ink", "ink-2", "ink-3", "brand", "brand-deep", "lost", "ok", "info"];
const grounds = ["paper", "surface", "sunken", "brand-soft", "sun-soft", "lost-soft", "ok-soft", "info-soft"];
const filled = ["brand", "sun", "lost", "toast"].map((name) => [`${name}-ink`, name]);

// Judged by a machine in the pages it happens to see; here for whatever is put together.
test("every colour of text can be read on every ground, light and dark (WCAG 1.4.3)", () => {
  const pairs = [...texts.flatMap((text) => grounds.map((ground) => [text, ground])), ...filled];
  const faint = pairs.filter(([text, ground]) => worseContrast(colours[text!]!, colours[ground!]!) < 4.5);
  expect(faint).toEqual([]);
});

test("contrast is what the standard says", () => {
  expect(worseContrast(readColour("#000000"), readColour("#ffffff"))).toBe(21);
  expect(worseContrast(readColour("#767676"), readColour("#ffffff"))).toBeCloseTo(4.54, 2);
  expect(worseContrast(readColour("light-dark(#000000, #767676)"), readColour("#ffffff"))).toBeCloseTo(4.54, 2);
});
