import { scanDetailsAr } from "#app/features/scans/scan-details.ar.ts";

/** What the page of one scan needs beside those about tags. */
export const words = { scans: scanDetailsAr };
