import { describe, expect, test } from "vitest";
import { isFinders, notificationKinds, preferencesOf, silencedKinds } from "../notifications.rules.ts";
import { presetChoices, presetOf, presets } from "./presets.rules.ts";

describe("the choices for all kinds at once", () => {
  test.each(presets)("%s never leaves a finder unheard, nor the account's safety", (preset) => {
    const choices = presetChoices[preset];
    expect(silencedKinds(choices)).toEqual([]);
    for (const kind of notificationKinds.filter(isFinders))
      expect(choices[kind]).toMatchObject({ email: true, push: true });
    expect(choices.account.email).toBe(true);
  });

  test.each(["user", "admin"] as const)("are each known by their switches, to a %s", (role) => {
    for (const preset of presets) expect(presetOf(presetChoices[preset], { role })).toBe(preset);
    expect(presetOf(preferencesOf(null), { role }), "what everybody begins with").toBe("important");
  });

  test("one switch apart it is a choice of one's own", () => {
    const own = structuredClone(presetChoices.everything);
    own.order.email = false;
    expect(presetOf(own, { role: "user" })).toBeNull();
  });

  test("what only administrators are told of does not count for others", () => {
    const own = structuredClone(presetChoices.everything);
    own.stock.email = false;
    expect(presetOf(own, { role: "user" })).toBe("everything");
    expect(presetOf(own, { role: "admin" })).toBeNull();
  });
});
