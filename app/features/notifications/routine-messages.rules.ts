/**
 * Kinds of notifications that nobody waits for and that are no alarm. They never overtake messages for or from finders,
 * and can be unsubscribed from.
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
