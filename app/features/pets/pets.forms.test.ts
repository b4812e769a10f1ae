// An owner who knows only a name and a kind could not add their pet, or a hidden number would be shown.
import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { createPetForm } from "./pets.forms.server.ts";
import { maxLengths } from "./pets.rules.ts";

const today = "2026-11-21";

function post(fields: Record<string, string | string[] | File>) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ name: "Rocky", type: "dog", ...fields }))
    for (const one of [value].flat()) body.append(name, one);
  const answer = parseWithZod(body, {
    schema: createPetForm(today),
    formatError: (issues: { message: string; code?: string }[]) =>
      issues.map(({ message, code }) => (message.includes(" ") ? code : message)),
  });
  const error: Record<string, unknown> = answer.status === "success" ? {} : { ...answer.error };
  return { value: answer.status === "success" ? answer.value : null, error };
}

test("accepts a name and a type alone; nothing else is shown or stored", () => {
  const { value } = post({});
  expect(value).toMatchObject({
    name: "Rocky",
    type: "dog",
    gender: "unknown",
    shown: [],
    showPhone: false,
    contacts: [],
  });
  expect(value?.medical.allergies).toBeNull();
});

test("accepts Arabic and Persian digits", () => {
  const { value } = post({
    weightKg: "٤٫٥",
    birthdate: "٢٩ فبراير ٢٠٢٠",
    microchip: "۹۸۵ ۱۱۲ ۰۰۳ ۴۵۶ ۷۸۹",
    showPhone: "on",
    finderPhone: "٠١٠٠ ١٢٣ ٤٥٦٧",
  });
  expect(value).toMatchObject({
    weightKg: 4.5,
    birthdate: "2020-02-29",
    microchip: "985112003456789",
    finderPhone: "+201001234567",
  });
});

test("accepts two microchips, each with its place and day, but not one number twice", () => {
  const chips = {
    microchip: "985 112 003 456 789",
    microchipPlace: "Left side of the neck",
    microchipDay: "2023-09-02",
  };
  const second = { secondMicrochip: "AVID*012*345*678", secondMicrochipPlace: "", secondMicrochipDay: "2025-03-15" };
  const { value } = post({ ...chips, ...second, birthdate: "2023-06" });
  expect(value).toMatchObject({
    ...{ ...chips, microchip: "985112003456789" },
    ...{ secondMicrochip: "012345678", secondMicrochipPlace: null, secondMicrochipDay: "2025-03-15" },
  });
  expect(post({ ...chips, secondMicrochip: "985112003456789" }).error).toMatchObject({
    secondMicrochip: ["pets.chipTwice"],
  });
  expect(post({ ...chips, birthdate: "2024" }).error).toMatchObject({ microchipDay: ["pets.implantBeforeBirth"] });
});

test.each([
  ["٤،٥", 4.5],
  ["４．５", 4.5],
  ["४.५", 4.5],
  ["\u200F4.5 kg\u200F", 4.5],
  ["4\u200B.5", 4.5],
  ["kg 4.5", 4.5],
  ["كيلو ٤٫٥", 4.5],
  ["4.5 ك.ج", 4.5],
  [".5", 0.5],
  ["4.", 4],
  ["g 450", 0.45],
])("reads the weight %j", (weightKg, kilograms) =>
  expect(post({ weightKg }).value).toMatchObject({ weightKg: kilograms }),
);

test("reads a microchip number with direction marks and digits of any script", () => {
  for (const microchip of ["\u202A985112003456789\u202C", "９８５１１２００３４５６７８９", "985\u200B112003456789"])
    expect(post({ microchip }).value).toMatchObject({ microchip: "985112003456789" });
});

describe("rejects with a specific message", () => {
  test.each([
    ["name", "", "invalid_type"],
    ["name", "  \u200e\u202e ", "too_small"],
    ["name", "\u200b\u3164", "too_small"],
    ["name", "x".repeat(maxLengths.name + 1), "too_big"],
    ["type", "dragon", "form.invalid"],
    ["birthdate", "2026-11-22", "pets.birthInFuture"],
    ["birthdate", "1979-12-31", "pets.birthTooEarly"],
    ["birthdate", "2026-12", "pets.birthInFuture"],
    ["birthdate", "2027", "pets.birthInFuture"],
    ["birthdate", "1979", "pets.birthTooEarly"],
    ["birthdate", "2025-02-30", "pets.wrongBirthdate"],
    ["birthdate", "yesterday", "pets.wrongBirthdate"],
    ["weightKg", "10000", "pets.weightRange"],
    ["weightKg", "200.001", "pets.weightRange"],
    ["weightKg", "0", "pets.weightRange"],
    ["weightKg", "-3", "pets.weightRange"],
    ["weightKg", "1e2", "pets.weightRange"],
    ["weightKg", "NaN", "pets.weightRange"],
    ["weightKg", ".", "pets.weightRange"],
    ["weightKg", "kg", "pets.weightRange"],
    ["weightKg", "١،٢٠٠", "pets.weightAmbiguous"],
    ["microchip", "12345", "pets.wrongMicrochip"],
    ["secondMicrochip", "12345", "pets.wrongMicrochip"],
    ["microchipDay", "2026-11-22", "pets.implantInFuture"],
    ["secondMicrochipDay", "2026-11-31", "pets.impossibleDay"],
    ["notes", "x".repeat(maxLengths.prose + 1), "too_big"],
    ["vet.phone", "0100123456", "errors.phone"],
    ["medical.lastCheckup", "2026-12-01", "pets.checkupInFuture"],
    ["medical.lastCheckup", "0000-12-01", "pets.impossibleDay"],
    ["contacts[0].name", "Mona", "pets.contactPhone"],
    ["contacts[0].email", "mona@", "invalid_format"],
    ["photo", "a text, not a file", "invalid_type"],
    ["photo", new File([], "empty.jpg", { type: "image/jpeg" }), "form.photoNotImage"],
  ])("%s: %s", (name, value, message) => {
    const { error } = post({ [name]: value });
    expect(Object.values(error).flat()).toContain(message);
  });

  test("check-ups before the birth, and in the wrong order", () => {
    const early = post({
      birthdate: "2020-01-01",
      "medical.lastCheckup": "2019-06-01",
      "medical.nextCheckup": "2019-07-01",
    });
    expect(early.error["medical.lastCheckup"]).toEqual(["pets.checkupBeforeBirth"]);
    expect(early.error["medical.nextCheckup"]).toEqual(["pets.checkupBeforeBirth"]);
    for (const birthdate of ["2020", "2020-01", "1/2020"])
      expect(post({ birthdate, "medical.lastCheckup": "2019-12-31" }).error["medical.lastCheckup"]).toEqual([
        "pets.checkupBeforeBirth",
      ]);
    const crossed = post({ "medical.lastCheckup": "2026-06-01", "medical.nextCheckup": "2026-05-01" });
    expect(crossed.error["medical.nextCheckup"]).toEqual(["pets.nextBeforeLast"]);
  });

  test("a missing phone number that is to be shown, together with all other errors", () => {
    const { error } = post({ showPhone: "on", weightKg: "x" });
    expect(error).toMatchObject({ finderPhone: ["pets.phoneNeeded"], weightKg: ["pets.weightRange"] });
    expect(post({ showPhone: "on", finderPhone: "12" }).error.finderPhone).toEqual(["errors.phone"]);
  });

  test("too many contacts, and items that cannot be shown", () => {
    const six = Object.fromEntries([0, 1, 2, 3, 4, 5].map((at) => [`contacts[${at}].name`, "M"]));
    const phones = Object.fromEntries([0, 1, 2, 3, 4, 5].map((at) => [`contacts[${at}].phone`, "01001234567"]));
    expect(post({ ...six, ...phones }).error.contacts).toEqual(["pets.tooManyContacts"]);
    expect(post({ shown: ["photo", "microchip"] }).error["shown[1]"]).toBeDefined();
  });
});

test("drops an empty contact row", () => {
  const { value } = post({
    "contacts[0].name": "",
    "contacts[0].phone": "",
    "contacts[1].name": "Mona",
    "contacts[1].phone": "+44 20 7946 0018",
  });
  expect(value?.contacts).toEqual([{ name: "Mona", phone: "+442079460018", email: null, relation: null }]);
});

test.each(["Rocky https:x", "evil.test", "www.evil.example", "a.b/c"])(
  "rejects the name %j because it reads like a link",
  (name) => {
    expect(post({ name }).error).toMatchObject({ name: ["errors.nameLikeLink"] });
    expect(post({ "contacts[0].name": name, "contacts[0].phone": "01001234567" }).error).toMatchObject({
      "contacts[0].name": ["errors.nameLikeLink"],
    });
  },
);

test.each(["Mr. Fluff", "J.R.", "روكي", "Rocky 2.0", "O'Malley"])("accepts the name %j", (name) => {
  expect(post({ name }).value?.name).toBe(name);
});

test("keeps hostile text as text, without characters that harm a page or the database", () => {
  const { value } = post({
    name: "<script>alert(1)<script>\u0000\u202e'; drop table pets;--",
    notes: "one\r\ntwo\u0007\u2066three",
    otherType: "{{7*7}}",
  });
  expect(value?.name).toBe("<script>alert(1)<script>'; drop table pets;--");
  expect(value?.notes).toBe("one\ntwothree");
});

test("treats whitespace as empty", () => {
  const blank = { breed: "  ", notes: " \n ", "vet.name": "\u200f", "contacts[0].name": " " };
  const { value, error } = post(blank);
  expect(error).toEqual({});
  expect(value).toMatchObject({ breed: null, notes: null, vet: { name: null }, contacts: [] });
});

test("rejects a repeated field and one with the wrong structure", () => {
  expect(post({ name: ["Rocky", "Luna"] }).error.name).toBeDefined();
  expect(post({ medical: "x" }).error.medical).toBeDefined();
});
