import { expect, test } from "vitest";
import { routineMessages } from "#app/platform/routine-messages.rules.ts";
import { notificationKinds, priorityOf, waitsForAnswer } from "./notifications.rules.ts";

test("messages from people rank above alarms, and alarms above routine messages, whatever the operator's order", () => {
  for (const first of [[], routineMessages, [...routineMessages].reverse()] as const) {
    const people = notificationKinds.filter(waitsForAnswer).map((kind) => priorityOf(kind, first));
    const alarms = (["scan", "lost", "match", "guessing"] as const).map((kind) => priorityOf(kind, first));
    const rest = routineMessages.map((kind) => priorityOf(kind, first));
    expect(Math.min(...people)).toBeGreaterThan(Math.max(...alarms));
    expect(Math.min(...alarms)).toBeGreaterThan(Math.max(...rest));
  }
});

test("routine messages are sent in the operator's order, before those not listed", () => {
  const kinds = ["order", "reminder", "plan"] as const;
  expect(kinds.map((kind) => priorityOf(kind, ["order", "reminder"]))).toEqual([9, 8, 0]);
});
