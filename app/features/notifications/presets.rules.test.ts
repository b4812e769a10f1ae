// An owner who picks "only what matters" would no longer hear of a finder.
import { describe, expect, test } from "vitest";
import { isFromFinder, listKindsWithoutDelivery, notificationKinds, preferencesOf } from "./notifications.rules.ts";
import { presetChoices, presetOf, presets } from "./presets.rules.ts";

describe("notification presets", () => {
  test.each(presets)("%s keeps finder and account security notifications on", (preset) => {
    const choices = presetChoices[preset];
    expect(listKindsWithoutDelivery(choices)).toEqual([]);
    for (const kind of notificationKinds.filter(isFromFinder))
      expect(choices[kind]).toMatchObject({ email: true, push: true });
    expect(choices.account.email).toBe(true);
  });

  test.each(["user", "admin"] as const)("are each recognized from their switches, for role %s", (role) => {
    for (const preset of presets) expect(presetOf(presetChoices[preset], { role })).toBe(preset);
    expect(presetOf(preferencesOf(null), { role }), "the default").toBe("important");
  });

  test("are not recognized when one switch differs", () => {
    const own = structuredClone(presetChoices.everything);
    own.order.email = false;
    expect(presetOf(own, { role: "user" })).toBeNull();
  });

  test("ignore kinds for administrators for other users", () => {
    const own = structuredClone(presetChoices.everything);
    own.stock.email = false;
    expect(presetOf(own, { role: "user" })).toBe("everything");
    expect(presetOf(own, { role: "admin" })).toBeNull();
  });
});
