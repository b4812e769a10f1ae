import { careEn } from "#app/features/care/care.en.ts";

/** What tips and reminders need. */
export const words = { care: careEn };
