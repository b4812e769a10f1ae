/** Which greeting fits the hour (0–23) at the reader's place. */
export function greetingAt(hour: number): "morning" | "afternoon" | "evening" {
  if (hour >= 4 && hour < 12) return "morning";
  return hour >= 12 && hour < 18 ? "afternoon" : "evening";
}

export type StepState = "done" | "now" | "next";

/** How far a newcomer is: a pet, a tag, both linked, a scan that showed it works. The first step that is not done is the one for now. */
export function firstSteps(counts: { pets: number; tags: number; tagged: number; isTried: boolean }): {
  pet: StepState;
  tag: StepState;
  link: StepState;
  test: StepState;
  /** How many are done. */
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
