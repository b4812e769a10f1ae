/**
 * Kinds of notifications that nobody waits for and that are no alarm, named as in the setting `MESSAGES_FIRST`. The
 * operator may choose which of them are sent first, but they never overtake messages for or from finders.
 */
export const routineMessages = [
  "account",
  "care",
  "moderation",
  "order",
  "plan",
  "reminder",
  "report",
  "restock",
  "reunited",
  "stock",
  "tag",
  "transfer",
] as const;
export type RoutineMessage = (typeof routineMessages)[number];
