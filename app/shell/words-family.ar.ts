import { transferAr } from "#app/features/pet-transfers/transfer.ar.ts";
import { carersAr } from "#app/features/pets/caregivers/caregivers.ar.ts";

/** What caring for a pet together and giving it to somebody need. */
export const words = { carers: carersAr, transfer: transferAr };
