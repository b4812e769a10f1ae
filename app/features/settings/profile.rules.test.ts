import { expect, test } from "vitest";
import { changedElsewhere } from "./profile.rules.ts";

const base = { firstName: "Mona", lastName: "", phone: null, city: "Cairo" };

test("only what another window changed, and one's own form would undo, is told", () => {
  const now = { ...base, city: "Giza", phone: "+20 100 123 4567" };
  expect(changedElsewhere(base, now, { ...base, firstName: "Muna" })).toEqual(["phone", "city"]);
  expect(changedElsewhere(base, now, { ...now, firstName: "Muna" })).toEqual([]);
  expect(changedElsewhere(base, base, { firstName: "Muna" })).toEqual([]);
});

test.each([null, undefined, "x", 7, [], {}])(
  "a form that does not say what it showed tells nothing: %j",
  (nonsense) => {
    expect(changedElsewhere(nonsense, { ...base, city: "Giza" }, base)).toEqual([]);
  },
);
