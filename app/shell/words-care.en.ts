import { careEn } from "#app/features/reminders/reminders.en.ts";

/** What tips and reminders need. */
export const words = { care: careEn };
