/** Minutes that a finder waits for the owner before the first emergency contact is notified, and between contacts. */
export const waitMinutes = [3, 5, 10, 15, 30, 60] as const;
export type WaitMinutes = (typeof waitMinutes)[number];

export interface EscalationChoice {
  isOn: boolean;
  minutes: WaitMinutes;
}

/** On by default: contacts are entered for the time when the owner cannot be reached. */
export const defaultChoice: EscalationChoice = { isOn: true, minutes: 10 };

/** Why an escalation ended: the owner took over, a contact took over, or no contact was left. */
export const escalationEnds = ["owner", "contact", "nobodyLeft"] as const;
