import { careAr } from "#app/features/care/care.ar.ts";

/** What tips and reminders need. */
export const words = { care: careAr };
