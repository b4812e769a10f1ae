// Two people who edit one pet would overwrite each other without knowing.
import { expect, test } from "vitest";
import * as english from "#app/locales/english.ts";
import { comparedFields, createPetForm } from "../pets.forms.server.ts";
import { differencesOf } from "./edit-conflict.rules.ts";
import { labelKey } from "./form-problems.tsx";

const base = {
  name: "Luna",
  color: "grey",
  showPhone: false,
  shown: ["photo", "breed"],
  medical: { allergies: null },
  contacts: [{ name: "Mona", phone: "+201001234567", email: null, relation: null }],
};

/** Fields that users do not type, and the photo, which is not compared. */
const technical = ["key", "version", "base", "theirs", "photo", "photoFocusX", "photoFocusY", "removePhoto"];

test("returns only what changed elsewhere, with both values and whether the own one is new", () => {
  const theirs = { ...base, color: "white", medical: { allergies: "chicken" }, breed: "Shirazi" };
  const mine = { ...base, name: "Lulu", color: "black", showPhone: undefined, shown: ["breed", "photo"] };
  expect(differencesOf(comparedFields, base, theirs, mine)).toEqual([
    { field: "breed", theirs: ["Shirazi"], mine: [], isMineNew: false },
    { field: "color", theirs: ["white"], mine: ["black"], isMineNew: true },
    { field: "medical.allergies", theirs: ["chicken"], mine: [], isMineNew: false },
  ]);
});

test("ignores the same change in both browser windows, and compares a switch as it is submitted", () => {
  const both = { ...base, color: "white", showPhone: true };
  expect(differencesOf(comparedFields, base, both, { ...both, showPhone: "on" })).toEqual([]);
  expect(differencesOf(comparedFields, base, both, { ...base, color: "white", showPhone: undefined })).toEqual([
    { field: "showPhone", theirs: ["on"], mine: [], isMineNew: false },
  ]);
});

test("compares contacts as a whole", () => {
  const theirs = { ...base, contacts: [] };
  expect(differencesOf(comparedFields, base, theirs, base)).toEqual([
    { field: "contacts", theirs: [], mine: ["Mona · +201001234567"], isMineNew: false },
  ]);
});

test.each([null, "x", 7, [], { medical: 3, contacts: "x", shown: { a: 1 } }])(
  "does not throw on malformed input: %j",
  (nonsense) => {
    expect(() => differencesOf(comparedFields, nonsense, base, nonsense)).not.toThrow();
  },
);

test("compares every field of the form and labels each difference as the form does", () => {
  const says = (name: string) =>
    labelKey(name)
      .split(".")
      .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], { pets: english.pets });
  const typed = Object.keys(createPetForm("2026-11-23").shape).filter((name) => !technical.includes(name));
  expect([...new Set(comparedFields.map((name) => name.split(".")[0]))]).toEqual(typed);
  for (const field of comparedFields) {
    const [group = "", part] = field.split(".");
    const theirs = part ? { [group]: { [part]: "theirs" } } : { [group]: "theirs" };
    expect(differencesOf(comparedFields, {}, theirs, {})).toEqual([
      { field, theirs: ["theirs"], mine: [], isMineNew: false },
    ]);
    if (field !== "contacts") expect([field, typeof says(field)]).toEqual([field, "string"]);
  }
});
