import { transferAr } from "#app/features/overview/transfer.ar.ts";
import { carersAr } from "#app/features/pets/carers.ar.ts";

/** What caring for a pet together and giving it to somebody need. */
export const words = { carers: carersAr, transfer: transferAr };
