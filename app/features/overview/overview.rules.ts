/** Which greeting fits the hour (0–23) at the reader's place. */
export function greetingAt(hour: number): "morning" | "afternoon" | "evening" {
  if (hour >= 4 && hour < 12) return "morning";
  return hour >= 12 && hour < 18 ? "afternoon" : "evening";
}

export type StepState = "done" | "now" | "next";

/** How far a newcomer is: a pet, a tag, both linked. The first step that is not done is the one for now. */
export function firstSteps(counts: { pets: number; tags: number; tagged: number }): {
  pet: StepState;
  tag: StepState;
  link: StepState;
  areDone: boolean;
} {
  const done = [counts.pets > 0, counts.tags > 0, counts.tagged > 0];
  const now = done.indexOf(false);
  const state = (index: number): StepState => (done[index] ? "done" : index === now ? "now" : "next");
  return { pet: state(0), tag: state(1), link: state(2), areDone: now === -1 };
}
