/** For how many minutes a finder may wait for the owner before the first emergency contact is told, and then the next. */
export const waits = [3, 5, 10, 15, 30, 60] as const;
export type Wait = (typeof waits)[number];

export interface EscalationChoice {
  isOn: boolean;
  minutes: Wait;
}

/** Contacts are entered for the hour in which the owner cannot be reached, so they are asked unless the owner says no. */
export const defaultChoice: EscalationChoice = { isOn: true, minutes: 10 };

/** Who made the escalation stop: the owner, a contact, or nobody was left to ask. */
export const escalationEnds = ["owner", "contact", "nobodyLeft"] as const;
