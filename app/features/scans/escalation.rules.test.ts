// Nobody else would be asked when an owner does not answer, or contacts would be called too early.
import { expect, test } from "vitest";
import { hasEscalation, plans } from "#app/features/plans/plans.rules.ts";
import { defaultChoice, waitMinutes } from "./escalation.rules.ts";

test("contacts are notified from the Comfort plan on, after ten minutes by default, unless the owner opts out", () => {
  expect(plans.filter(hasEscalation)).toEqual(["comfort", "rescue-plus"]);
  expect(defaultChoice).toEqual({ isOn: true, minutes: 10 });
  expect(waitMinutes).toContain(defaultChoice.minutes);
});
