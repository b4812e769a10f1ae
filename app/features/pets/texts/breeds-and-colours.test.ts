// A reader of Arabic would see an English breed, or a page would break on an unusual colour.
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatBreed, formatColor, formatSpecies } from "./breeds-and-colours.ts";

test.each([
  ["Golden retriever", "جولدن ريتريفر", "Golden retriever"],
  ["golden-retriever", "جولدن ريتريفر", "golden-retriever"],
  ["Shirazi", "شيرازي", "Shirazi"],
  ["شيرازى", "شيرازى", "Persian"],
  ["Baladi mix", "بلدي خليط", "Baladi mix"],
  ["كوكتيل", "كوكتيل", "Cockatiel"],
  ["Griffon, we think", "Griffon, we think", "Griffon, we think"],
  ["Husky هاسكي", "Husky هاسكي", "Husky هاسكي"],
  ["constructor", "constructor", "constructor"],
])("the breed %j is %j in Arabic and %j in English", (breed, ar, en) => {
  expect([formatBreed(breed, "ar"), formatBreed(breed, "en")]).toEqual([ar, en]);
});

test.each([
  ["Brown, white chest", "بني، صدر أبيض", "Brown, white chest"],
  ["grey and white", "رمادي، أبيض", "grey and white"],
  ["رمادي وأبيض", "رمادي وأبيض", "Grey, white"],
  ["بنية", "بنية", "Brown"],
  ["Ginger with a torn ear", "Ginger with a torn ear", "Ginger with a torn ear"],
  ["", "", ""],
])("the colour %j is %j in Arabic and %j in English", (color, ar, en) => {
  expect([formatColor(color, "ar"), formatColor(color, "en")]).toEqual([ar, en]);
});

test.each([
  ["tortoise", "سلحفاة برية", "tortoise"],
  ["سلحفاه", "سلحفاه", "Turtle"],
  ["Axolotl", "Axolotl", "Axolotl"],
])("the species %j is %j in Arabic and %j in English", (kind, ar, en) => {
  expect([formatSpecies(kind, "ar"), formatSpecies(kind, "en")]).toEqual([ar, en]);
});

test("accepts any text without throwing", () => {
  fc.assert(
    fc.property(fc.string(), (text) => typeof (formatBreed(text, "ar") + formatColor(text, "en")) === "string"),
  );
});
