import { readFileSync } from "node:fs";

/** A colour in light and dark mode, each as # and six hexadecimal digits. */
export type Colour = readonly [light: string, dark: string];

const value = /^(?:light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)|(#[\da-f]{6}))$/;

export function readColour(text: string): Colour {
  const [, light, dark, always] = value.exec(text) ?? [];
  const [first, second] = [light ?? always, dark ?? always];
  if (!first || !second) throw new Error(`${text} is no colour`);
  return [first, second];
}

/** Returns the theme's colours by name, except those defined by a CSS colour name. */
export function themeColours(): Record<string, Colour> {
  const theme = readFileSync(new URL("../app/platform/ui/styles/theme.css", import.meta.url), "utf8");
  const given = [...theme.matchAll(/--color-([\w-]+): ([^;]*#[^;]*);/g)];
  return Object.fromEntries(given.map(([, name, text]) => [name, readColour(text!)]));
}

/** Returns the lower contrast ratio of light and dark mode, from 1 to 21 (WCAG 2.2). */
export function worseContrast(text: Colour, ground: Colour): number {
  return Math.min(contrast(text[0], ground[0]), contrast(text[1], ground[1]));
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
