import { expect, test } from "vitest";
import english from "#app/locales/english.ts";
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

/** What the form carries along without anybody typing it, and the photo, which is seen where it is chosen. */
const technical = ["key", "version", "base", "theirs", "photo", "photoFocusX", "photoFocusY", "removePhoto"];

test("only what changed elsewhere is told, with both texts and whether one's own is new", () => {
  const theirs = { ...base, color: "white", medical: { allergies: "chicken" }, breed: "Shirazi" };
  const mine = { ...base, name: "Lulu", color: "black", showPhone: undefined, shown: ["breed", "photo"] };
  expect(differencesOf(comparedFields, base, theirs, mine)).toEqual([
    { field: "breed", theirs: ["Shirazi"], mine: [], isMineNew: false },
    { field: "color", theirs: ["white"], mine: ["black"], isMineNew: true },
    { field: "medical.allergies", theirs: ["chicken"], mine: [], isMineNew: false },
  ]);
});

test("the same change in both windows is no difference, and a switch is compared as it is posted", () => {
  const both = { ...base, color: "white", showPhone: true };
  expect(differencesOf(comparedFields, base, both, { ...both, showPhone: "on" })).toEqual([]);
  expect(differencesOf(comparedFields, base, both, { ...base, color: "white", showPhone: undefined })).toEqual([
    { field: "showPhone", theirs: ["on"], mine: [], isMineNew: false },
  ]);
});

test("contacts are compared as a whole", () => {
  const theirs = { ...base, contacts: [] };
  expect(differencesOf(comparedFields, base, theirs, base)).toEqual([
    { field: "contacts", theirs: [], mine: ["Mona · +201001234567"], isMineNew: false },
  ]);
});

test.each([null, "x", 7, [], { medical: 3, contacts: "x", shown: { a: 1 } }])(
  "nonsense is no fault: %j",
  (nonsense) => {
    expect(() => differencesOf(comparedFields, nonsense, base, nonsense)).not.toThrow();
  },
);

test("no field of the form is left out: whichever is changed elsewhere is told, under the label that the form shows", () => {
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
