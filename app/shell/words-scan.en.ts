import { scanDetailsEn } from "#app/features/scans/scan-details.en.ts";

/** What the page of one scan needs beside those about tags. */
export const words = { scans: scanDetailsEn };
