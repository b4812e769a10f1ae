import { expect, test } from "vitest";
import { asksContacts, plans } from "#app/features/plans/plans.rules.ts";
import { defaultChoice, waits } from "./escalation.rules.ts";

test("contacts are asked from Comfort on, unless the owner says no, after ten minutes", () => {
  expect(plans.filter(asksContacts)).toEqual(["comfort", "rescue-plus"]);
  expect(defaultChoice).toEqual({ isOn: true, minutes: 10 });
  expect(waits).toContain(defaultChoice.minutes);
});
