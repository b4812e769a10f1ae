/**
 * Outcome of a row in a factory's file: the first three are good, any other prevents the whole file from being
 * imported.
 */
const chipOutcomes = [
  "bound",
  "already",
  "rejected",
  "noCode",
  "formula",
  "badUid",
  "codeTwice",
  "uidTwice",
  "unknownCode",
  "otherChip",
  "uidTaken",
] as const;
export type ChipOutcome = (typeof chipOutcomes)[number];

export const isSuccess = (outcome: ChipOutcome): boolean => ["bound", "already", "rejected"].includes(outcome);

/** Maximum number of rows in one file. */
export const maxRows = 100_000;
