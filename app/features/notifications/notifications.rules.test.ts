// A finder's message would be hidden below routine news in the owner's inbox.
import { expect, test } from "vitest";
import { isRoutine, notificationKinds, priorityOf, waitsForAnswer } from "./notifications.rules.ts";

test("messages from people rank above alarms, and alarms above routine messages", () => {
  const people = notificationKinds.filter(waitsForAnswer).map(priorityOf);
  const alarms = (["scan", "lost", "match", "guessing"] as const).map(priorityOf);
  expect(Math.min(...people)).toBeGreaterThan(Math.max(...alarms));
  expect(Math.min(...alarms)).toBeGreaterThan(Math.max(...notificationKinds.filter(isRoutine).map(priorityOf)));
});
