import { petsAr } from "#app/features/pets/pets.ar.ts";

/** What pages about pets need. */
export const words = { pets: petsAr };
