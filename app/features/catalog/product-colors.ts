import { light } from "#app/platform/ui/styles/tokens.ts";
import type { Color, ProductOption } from "./products.rules.ts";

/** Highlight, main and shadow colour of each product colour; the same in light and dark mode. */
export const colorShades: Record<Color, { light: string; main: string; deep: string }> = {
  silver: { light: "#f1f5f5", main: "#bcc7c7", deep: "#7d8e8e" },
  gold: { light: "#fbe6a8", main: "#e2b44c", deep: "#a87820" },
  rose: { light: "#fadfd4", main: "#dfa48e", deep: "#a9664f" },
  black: { light: "#5d6664", main: "#2b3230", deep: "#121716" },
  white: { light: "#ffffff", main: "#efece5", deep: "#c4bdb0" },
  teal: { light: "#3fb0a4", main: "#12776e", deep: light.brandDeep },
  marigold: { light: "#ffd27a", main: "#f3a11c", deep: "#b46d00" },
  coral: { light: "#f59a84", main: "#d95c43", deep: "#97311d" },
  navy: { light: "#5b7cab", main: "#26446f", deep: "#12253f" },
  brown: { light: "#c98e5b", main: "#8e5a2f", deep: "#553216" },
};

/** Whether the text names the colour. "Rose gold" is not gold. */
function isNamedIn(text: string, color: Color): boolean {
  const words = text.toLowerCase().split(/[^a-z]+/);
  return words.some((word, place) => word === color && (color !== "gold" || words[place - 1] !== "rose"));
}

/**
 * Returns a product's picture in a colour: the first whose English description names it. The first colour offered falls
 * back to the first picture.
 */
export function findPictureOf<Picture extends { altEn: string }>(
  { pictures, options }: { pictures: readonly Picture[]; options: readonly ProductOption[] },
  color: Color,
): Picture | undefined {
  const offered = options.find((option) => option.name === "color")?.values ?? [];
  return pictures.find(({ altEn }) => isNamedIn(altEn, color)) ?? (offered[0] === color ? pictures[0] : undefined);
}
