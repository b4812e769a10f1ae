import { careAr } from "#app/features/reminders/reminders.ar.ts";

/** What tips and reminders need. */
export const words = { care: careAr };
