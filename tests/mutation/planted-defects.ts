import { plantedAtTheBorders } from "./planted-at-the-borders.ts";
import type { PlantedDefect } from "./planted-defect.ts";
import { plantedInWhatComesAndGoes } from "./planted-in-what-comes-and-goes.ts";
import { plantedRaces } from "./planted-races.ts";

/** All of them, the border guards first. */
export const plantedDefects: readonly PlantedDefect[] = [
  ...plantedAtTheBorders,
  ...plantedRaces,
  ...plantedInWhatComesAndGoes,
];
