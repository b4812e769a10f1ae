export const plans = ["basic", "comfort", "rescue-plus"] as const;
export type Plan = (typeof plans)[number];

/** How many pets a plan holds. Infinity: as many as there are. */
export const petLimits: Record<Plan, number> = { basic: 1, comfort: 3, "rescue-plus": Number.POSITIVE_INFINITY };

/** Whether another pet fits beside the `count` that are there. Pets above a limit stay; only adding stops. */
export function mayAddPet(plan: Plan, count: number): boolean {
  return count < petLimits[plan];
}
