import type { Mutant } from "./mutant.ts";
import { inputOutputMutants } from "./mutants-input-output.ts";
import { permissionMutants } from "./mutants-permissions.ts";
import { raceMutants } from "./mutants-races.ts";

/** All mutants, those of permissions first. */
export const mutants: readonly Mutant[] = [...permissionMutants, ...raceMutants, ...inputOutputMutants];
