import type { Mutant } from "./mutant.ts";
import { inputOutputMutants } from "./mutants-input-output.ts";
import { permissionMutants } from "./mutants-permissions.ts";
import { raceMutants } from "./mutants-races.ts";

/** All of them, the border guards first. */
export const mutants: readonly Mutant[] = [...permissionMutants, ...raceMutants, ...inputOutputMutants];
