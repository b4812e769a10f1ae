export const healthKinds = ["weight", "vaccination", "checkup", "medication", "illness", "surgery", "note"] as const;
export type HealthKind = (typeof healthKinds)[number];

export const maxHealthLengths = { title: 80, note: 1000 } as const;

/** Entries that one pet's timeline holds at most. */
export const maxHealthEvents = 2000;
