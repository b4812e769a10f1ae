export const healthKinds = ["weight", "vaccination", "checkup", "medication", "illness", "surgery", "note"] as const;
export type HealthKind = (typeof healthKinds)[number];

export const maxHealthLengths = { title: 80, note: 1000 } as const;

/** Maximum number of entries in one pet's timeline. */
export const maxHealthEvents = 2000;
