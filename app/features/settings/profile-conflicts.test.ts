// A person with two windows open would save an old name or number over the new one.
import { expect, test } from "vitest";
import { listChangedElsewhere } from "./profile.server.ts";

const base = { firstName: "Mona", lastName: "", phone: null, city: "Cairo" };

test("changedElsewhere returns only fields that another window changed and this form would overwrite", () => {
  const now = { ...base, city: "Giza", phone: "+20 100 123 4567" };
  expect(listChangedElsewhere(base, now, { ...base, firstName: "Muna" })).toEqual(["phone", "city"]);
  expect(listChangedElsewhere(base, now, { ...now, firstName: "Muna" })).toEqual([]);
  expect(listChangedElsewhere(base, base, { firstName: "Muna" })).toEqual([]);
});

test.each([null, undefined, "x", 7, [], {}])(
  "changedElsewhere returns nothing without a readable base: %j",
  (nonsense) => {
    expect(listChangedElsewhere(nonsense, { ...base, city: "Giza" }, base)).toEqual([]);
  },
);
