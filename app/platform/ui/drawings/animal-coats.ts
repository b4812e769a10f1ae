import { light } from "#app/platform/ui/styles/tokens.ts";
export type AnimalKind = "dog" | "cat" | "bird" | "other";

export interface Coat {
  main: string;
  dark: string;
  light: string;
  /** Indexes of the two backgrounds with enough contrast. */
  backs: readonly [number, number];
}

export const coats: Record<AnimalKind, readonly Coat[]> = {
  dog: [
    { main: "#b9763a", dark: "#7d4c22", light: "#f7e2c4", backs: [1, 0] },
    { main: "#e3a853", dark: "#b9782b", light: "#fdeccd", backs: [1, 3] },
    { main: "#4a4648", dark: "#2e2b2d", light: "#f0dfc9", backs: [0, 2] },
    { main: "#efe6d8", dark: "#c39d6e", light: "#fffaf2", backs: [1, 3] },
    { main: "#9a5a3a", dark: "#663820", light: "#f6ddc8", backs: [3, 1] },
  ],
  cat: [
    { main: "#86919c", dark: "#5b6570", light: "#e4e9ec", backs: [1, 2] },
    { main: "#e89c4c", dark: "#bf6c20", light: "#fdeacf", backs: [1, 3] },
    { main: "#44464e", dark: "#2b2c32", light: "#8d919c", backs: [0, 2] },
    { main: "#efe0c6", dark: "#bf9f74", light: "#fffaf0", backs: [3, 1] },
  ],
  bird: [
    { main: "#2fa193", dark: "#17695f", light: "#ffd978", backs: [0, 2] },
    { main: "#f5c736", dark: "#d2911a", light: "#fff5cc", backs: [1, 3] },
    { main: "#5597dc", dark: "#2c63a3", light: "#f2f7fd", backs: [0, 2] },
    { main: "#f2efe8", dark: "#cbbfa9", light: "#ffd978", backs: [3, 1] },
  ],
  other: [
    { main: "#cfb59a", dark: "#a58766", light: "#faf0e4", backs: [1, 3] },
    { main: "#a3a9b1", dark: "#7a818b", light: "#eef0f2", backs: [2, 0] },
    { main: "#f4ede3", dark: "#d3c2ad", light: "#ffffff", backs: [2, 1] },
    { main: "#96694a", dark: "#6d4930", light: "#f3dfcb", backs: [1, 0] },
  ],
};

/** Backgrounds as light, medium and deep tone. */
export const backgrounds: readonly (readonly [string, string, string])[] = [
  ["#ffecc4", "#f9c670", "#e29a43"],
  ["#ddf3ed", "#9ad6ca", "#4c9d93"],
  ["#ffe6dc", "#f5b39b", "#d97a60"],
  ["#e6f0fb", "#aecbee", "#6a9ad4"],
];

export const collars = [light.brand, "#c2452f", light.info, light.sun] as const;

/** Hashes a seed to a number. */
export function seedNumber(seed: string): number {
  let hash = 2166136261;
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return (hash ^ (hash >>> 15)) >>> 0;
}

export interface AnimalProps {
  coat: Coat;
  collar: string;
  /** Selects one of two variants of ears, crest and markings. */
  variant: 0 | 1;
}
