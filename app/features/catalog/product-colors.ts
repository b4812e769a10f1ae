import { light } from "#app/platform/ui/styles/tokens.ts";
import type { Color } from "./products.rules.ts";

/** How each colour is drawn: the light, the thing itself, the shade. The same in light and dark: goods do not change. */
export const paints: Record<Color, { light: string; main: string; deep: string }> = {
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
