import { plantedAtTheBorders } from "./mutants-at-the-borders.ts";
import type { PlantedDefect } from "./mutants-defect.ts";
import { plantedInWhatComesAndGoes } from "./mutants-in-what-comes-and-goes.ts";
import { plantedRaces } from "./mutants-races.ts";

/** All of them, the border guards first. */
export const plantedDefects: readonly PlantedDefect[] = [
  ...plantedAtTheBorders,
  ...plantedRaces,
  ...plantedInWhatComesAndGoes,
];
