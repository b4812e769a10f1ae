import { expect, test } from "vitest";
import { differencesOf } from "./two-windows.rules.ts";

const base = {
  name: "Luna",
  color: "grey",
  showPhone: false,
  shown: ["photo", "breed"],
  medical: { allergies: null },
  contacts: [{ name: "Mona", phone: "+201001234567", email: null, relation: null }],
};

test("only what changed elsewhere is told, with both texts and whether one's own is new", () => {
  const theirs = { ...base, color: "white", medical: { allergies: "chicken" }, breed: "Shirazi" };
  const mine = { ...base, name: "Lulu", color: "black", showPhone: undefined, shown: ["breed", "photo"] };
  expect(differencesOf(base, theirs, mine)).toEqual([
    { field: "breed", theirs: ["Shirazi"], mine: [], isMineNew: false },
    { field: "color", theirs: ["white"], mine: ["black"], isMineNew: true },
    { field: "medical.allergies", theirs: ["chicken"], mine: [], isMineNew: false },
  ]);
});

test("the same change in both windows is no difference, and a switch is compared as it is posted", () => {
  const both = { ...base, color: "white", showPhone: true };
  expect(differencesOf(base, both, { ...both, showPhone: "on" })).toEqual([]);
  expect(differencesOf(base, both, { ...base, color: "white", showPhone: undefined })).toEqual([
    { field: "showPhone", theirs: ["on"], mine: [], isMineNew: false },
  ]);
});

test("contacts are compared as a whole", () => {
  const theirs = { ...base, contacts: [] };
  expect(differencesOf(base, theirs, base)).toEqual([
    { field: "contacts", theirs: [], mine: ["Mona · +201001234567"], isMineNew: false },
  ]);
});

test.each([null, "x", 7, [], { medical: 3, contacts: "x", shown: { a: 1 } }])(
  "nonsense is no fault: %j",
  (nonsense) => {
    expect(() => differencesOf(nonsense, base, nonsense)).not.toThrow();
  },
);
