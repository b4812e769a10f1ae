// Whoever knows Aleef by its agreed words would read other ones on a button or in an error.
import { expect, test } from "vitest";
import { prescribedWords } from "#tests/prescribed-words.ts";
import { getTranslator } from "./words.server.ts";

test.each(prescribedWords)("%s is “%s”", (key, english) => {
  expect(getTranslator("en")(key)).toBe(english);
  expect(getTranslator("ar")(key)).toMatch(/\p{Script=Arabic}/u);
});

test.each([
  ["accounts.registered", /^Registration successful/],
  ["accounts.loggedIn", /logged in$/],
  ["accounts.resetSent", /^Reset email sent/],
  ["accounts.passwordReset", /^Password reset/],
  ["accounts.fields.passwordRule", /^At least 8 characters, with a number and a special character/],
] as const)("%s contains the specified text", (key, start) => {
  expect(getTranslator("en")(key)).toMatch(start);
});

test("inserts numbers and names", () => {
  const en = getTranslator("en");
  expect(en("tags.generated", { count: 12 })).toBe("12 new tags generated");
  expect(en("errors.minLength", { length: 8 })).toContain("8");
  expect(en("form.maxLength", { length: 80 })).toContain("80");
});
