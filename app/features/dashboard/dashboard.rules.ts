import { hourMs } from "#app/platform/durations.rules.ts";
/** Returns the greeting for an hour (0–23) in the user's time zone. */
export function greetingAt(hour: number): "morning" | "afternoon" | "evening" {
  if (hour >= 4 && hour < 12) return "morning";
  return hour >= 12 && hour < 18 ? "afternoon" : "evening";
}

export type StepState = "done" | "now" | "next";

/**
 * Returns the onboarding progress: a pet, a tag, both linked, a scan that showed it works. The first open step is the
 * current one.
 */
export function getOnboardingSteps(counts: { pets: number; tags: number; tagged: number; isTried: boolean }): {
  pet: StepState;
  tag: StepState;
  link: StepState;
  test: StepState;
  /** Number of completed steps. */
  done: number;
  areDone: boolean;
} {
  const done = [counts.pets > 0, counts.tags > 0, counts.tagged > 0, counts.isTried];
  const now = done.indexOf(false);
  const state = (index: number): StepState => (done[index] ? "done" : index === now ? "now" : "next");
  return {
    pet: state(0),
    tag: state(1),
    link: state(2),
    test: state(3),
    done: done.filter(Boolean).length,
    areDone: now === -1,
  };
}

/**
 * Groups items with the same key within an hour before the group's newest one. Items are sorted newest first; those
 * without a key are not grouped. Groups are sorted by their newest item.
 */
export function groupWithinHour<Item>(
  items: readonly Item[],
  { keyOf, atOf }: { keyOf: (item: Item) => string | null; atOf: (item: Item) => Date },
): [Item, ...Item[]][] {
  const groups: [Item, ...Item[]][] = [];
  const openGroups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = key === null ? undefined : openGroups.get(key);
    if (group && atOf(group[0]).getTime() - atOf(item).getTime() < hourMs) group.push(item);
    else {
      const newGroup: [Item] = [item];
      groups.push(newGroup);
      if (key !== null) openGroups.set(key, newGroup);
    }
  }
  return groups;
}
