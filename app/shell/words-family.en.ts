import { transferEn } from "#app/features/pet-transfers/transfer.en.ts";
import { carersEn } from "#app/features/pets/caregivers/caregivers.en.ts";

/** What caring for a pet together and giving it to somebody need. */
export const words = { carers: carersEn, transfer: transferEn };
