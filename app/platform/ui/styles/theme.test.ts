// People with weak eyes could not read some text, in light or in dark mode.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readColour, themeColours, worseContrast } from "#tests/colours.ts";
import { cssName, dark, light } from "./tokens.ts";

const colours = themeColours();
const texts = ["ink", "ink-2", "ink-3", "brand", "brand-deep", "lost", "ok", "info"];
const grounds = ["paper", "surface", "sunken", "brand-soft", "sun-soft", "lost-soft", "ok-soft", "info-soft"];
const filled = ["brand", "sun", "lost", "alarm", "toast"].map((name) => [`${name}-ink`, name]);

// axe only checks the pages it visits; this covers all combinations.
test("all text colours have enough contrast on all backgrounds, light and dark (WCAG 1.4.3)", () => {
  const pairs = [...texts.flatMap((text) => grounds.map((ground) => [text, ground])), ...filled];
  const faint = pairs.filter(([text, ground]) => worseContrast(colours[text!]!, colours[ground!]!) < 4.5);
  expect(faint).toEqual([]);
});

test("contrast is computed as defined by WCAG", () => {
  expect(worseContrast(readColour("#000000"), readColour("#ffffff"))).toBe(21);
  expect(worseContrast(readColour("#767676"), readColour("#ffffff"))).toBeCloseTo(4.54, 2);
  expect(worseContrast(readColour("light-dark(#000000, #767676)"), readColour("#ffffff"))).toBeCloseTo(4.54, 2);
});

test("theme and tokens have the same palette", () => {
  const tokens = Object.entries(light).map(([name, value]) => [
    cssName(name),
    [value, dark[name as keyof typeof light]],
  ]);
  const { white, black, ...theme } = colours;
  expect(Object.fromEntries(tokens)).toEqual(theme);
});

test("no palette colour is repeated elsewhere in the code", () => {
  const palette = new Set<string>([...Object.values(light), ...Object.values(dark)]);
  palette.delete("#ffffff");
  const app = path.resolve(import.meta.dirname, "../../..");
  const files = globSync("**/*.{ts,tsx}", { cwd: app }).filter(
    (file) => !/\.test\.ts$|ui.styles.tokens\.ts$/.test(file),
  );
  const repeated = files.filter((file) =>
    [...readFileSync(path.join(app, file), "utf8").matchAll(/#[\da-f]{6}\b/gi)].some(([color]) =>
      palette.has(color.toLowerCase()),
    ),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(repeated).toEqual([]);
});

test("the style sheet's sources cover every component", () => {
  const styles = readFileSync(path.join(import.meta.dirname, "theme.css"), "utf8");
  const sources = [...styles.matchAll(/@source "([^"]+)"/g)].map(([, glob]) => glob ?? "");
  const read = new Set(
    sources.flatMap((glob) =>
      globSync(glob, { cwd: import.meta.dirname }).map((file) => path.resolve(import.meta.dirname, file)),
    ),
  );
  const components = globSync("**/*.tsx", { cwd: path.resolve(import.meta.dirname, "../../..") });
  expect(components.length).toBeGreaterThan(300);
  expect(read.size).toBeGreaterThanOrEqual(components.length);
  for (const glob of sources.filter((one) => !one.includes("*")))
    expect(read).toContain(path.resolve(import.meta.dirname, glob));
});
