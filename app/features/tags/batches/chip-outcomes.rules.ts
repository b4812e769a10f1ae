/** What became of a row that a factory returned: the first three are good, the others keep the whole file from being taken. */
export const chipOutcomes = [
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

export const isGood = (outcome: ChipOutcome): boolean => ["bound", "already", "rejected"].includes(outcome);

/** The most rows of one file. */
export const maxRows = 100_000;
