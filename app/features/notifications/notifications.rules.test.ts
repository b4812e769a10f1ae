import { expect, test } from "vitest";
import { routineMessages } from "#app/platform/routine-messages.rules.ts";
import { notificationKinds, priorityOf, waitsForAnswer } from "./notifications.rules.ts";

test("whatever an operator puts first, words of people overtake alarms, and alarms all else", () => {
  for (const first of [[], routineMessages, [...routineMessages].reverse()] as const) {
    const people = notificationKinds.filter(waitsForAnswer).map((kind) => priorityOf(kind, first));
    const alarms = (["scan", "lost", "match", "guessing"] as const).map((kind) => priorityOf(kind, first));
    const rest = routineMessages.map((kind) => priorityOf(kind, first));
    expect(Math.min(...people)).toBeGreaterThan(Math.max(...alarms));
    expect(Math.min(...alarms)).toBeGreaterThan(Math.max(...rest));
  }
});

test("what is named first goes out before what is named later, and that before what is not named", () => {
  const kinds = ["order", "reminder", "plan"] as const;
  expect(kinds.map((kind) => priorityOf(kind, ["order", "reminder"]))).toEqual([9, 8, 0]);
});
