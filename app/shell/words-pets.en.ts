import { petsEn } from "#app/features/pets/pets.en.ts";

/** What pages about pets need. */
export const words = { pets: petsEn };
