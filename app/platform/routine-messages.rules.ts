/**
 * What people are told that neither a person waits for nor is an alarm, by the names of the setting `MESSAGES_FIRST`. The
 * operator may choose which of it goes out first, never that it overtakes a finder.
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
