import { expect, test } from "vitest";
import { searchForm } from "./search-form.rules.ts";

test.each([
  ["الطوق الأحمر", "الطوق الاحمر"],
  ["قِطَّـة", "قطه"],
  ["Red  COLLAR ", "red collar"],
  ["طوق ٣", "طوق 3"],
  ["مصطفى", "مصطفي"],
])("%s is compared as %s", (text, form) => {
  expect(searchForm(text)).toBe(form);
  expect(searchForm(form)).toBe(form);
});
