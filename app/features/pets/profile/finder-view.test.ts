// A finder's browser would run what a hostile owner wrote into the notes about a pet.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type Words, WordsContext } from "#app/platform/i18n/use-t.ts";
import type { PublicPet } from "../pets.rules.ts";
import { FinderFacts, FinderNotes } from "./finder-view.tsx";

// The keys are rendered as the texts.
const value: Words = { t: (key) => key, language: "en", has: () => true };

const hostile = (field: string) => `</p><script>canary("${field}")</script><img src=x onerror='canary("${field}")'>`;
const notes = ["urgentNeeds", "behaviours", "notes", "diet"] as const;
const facts = ["breed", "color"] as const;
const medical = ["conditions", "allergies", "medications"] as const;
const filled = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, hostile(field)]));

const pet = {
  ...{ id: "1", name: "Rocky", type: "dog", otherType: null, gender: null, ageYears: null, ageMonths: null },
  ...{ weightKg: null, photoId: null, photoFocusX: 50, photoFocusY: 50, ownerFirstName: "Mona", finderPhone: null },
  ...{ lost: null, medical: filled(medical) },
  ...filled([...notes, ...facts]),
} as unknown as PublicPet;

test.each([
  ["facts", FinderFacts, facts],
  ["notes", FinderNotes, [...notes, ...medical]],
] as const)("the %s of a pet are escaped on its public page", (_, part, fields) => {
  const html = renderToStaticMarkup(createElement(WordsContext, { value }, createElement(part, { pet })));
  expect(html).not.toMatch(/<script|<img/);
  for (const field of fields) expect(html).toContain(`&lt;script&gt;canary(&quot;${field}&quot;)`);
});
