// An owner's choice of alerts would be stored as something else than the switches they saw.
import { describe, expect, test } from "vitest";
import { notificationKinds } from "./notifications.rules.ts";
import { preferencesForm, quietHoursForm } from "./preferences.forms.server.ts";

describe("preferencesForm", () => {
  test("ignores unknown kinds and channels and treats missing switches as off", () => {
    const { choices: read } = preferencesForm.parse(
      JSON.parse(
        '{"scan":{"email":"on","sms":"on","__proto__":{"push":"on"}},"robbery":{"email":"on"},"constructor":{"email":"on"}}',
      ),
    );
    expect(Object.keys(read)).toEqual([...notificationKinds]);
    expect(read.scan).toEqual({ email: true, push: false, phone: false, live: false });
  });

  test.each(["yes", "true", "", "ON", ["on", "on"]])("rejects %j as a switch", (value) => {
    expect(preferencesForm.safeParse({ scan: { email: value } }).success).toBe(false);
  });
});

describe("quietHoursForm", () => {
  const read = (more: object) =>
    quietHoursForm.safeParse({ isOn: "on", from: "22:00", to: "07:00", days: [], ...more });

  test.each([
    ["٢٢:٣٠", "22:30"],
    ["۲۳:۰۵", "23:05"],
    ["9:00", "09:00"],
    [" 00:00 ", "00:00"],
    ["23:59", "23:59"],
    ["\u202e22:00", "22:00"],
  ])("accepts %s as a time", (typed, from) => expect(read({ from: typed }).data?.from).toBe(from));

  test.each(["25:00", "24:00", "12:60", "-1:00", "1200", "12:00:00", "noon", "", "1e1:00", "99999999:00"])(
    "rejects %j as a time",
    (from) => expect(read({ from }).error?.issues[0]).toMatchObject({ message: "notifications.quiet.timeShape" }),
  );

  test("accepts each weekday once and rejects others", () => {
    expect(read({ days: ["6", "0", "6"] }).data?.days).toEqual([0, 6]);
    for (const days of [["7"], ["-1"], ["Monday"], ["0.5"], Array(8).fill("1")])
      expect(read({ days }).success).toBe(false);
  });
});
