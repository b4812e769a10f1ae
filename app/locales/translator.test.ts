// Readers would see a raw key, a wrong plural or a number without grouping in the middle of a sentence.
import { once } from "node:events";
import { expect, test } from "vitest";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { createTranslator } from "./translator.ts";
import { getTranslator } from "./words.server.ts";

test("groups digits of a number in a sentence in both languages; text stays as it is", () => {
  expect(getTranslator("en")("shell.cart.count", { count: 2797 })).toBe("2,797 items");
  expect(getTranslator("ar")("shell.cart.count", { count: 2797 })).toContain("2,797");
  expect(getTranslator("en")("pets.kilograms", { weight: 4.25 })).toBe("4.25 kg");
  // A budgerigar.
  expect(getTranslator("en")("pets.kilograms", { weight: 0.035 })).toBe("0.035 kg");
  expect(getTranslator("en")("site.footer.rights", { year: "2026" })).toContain("© 2026 ");
});

test("selects all six plural forms, and the form for none where a language has one", () => {
  const forms = Object.fromEntries(["zero", "one", "two", "few", "many", "other"].map((form) => [`n_${form}`, form]));
  const { t } = createTranslator({ language: "ar", words: { a: forms } });
  const formOf = (count: number) => t("a.n" as WordKey, { count });
  expect([0, 1, 2, 3, 11, 100, 103, 111].map(formOf)).toEqual([
    "zero",
    "one",
    "two",
    "few",
    "many",
    "other",
    "few",
    "many",
  ]);
  const english = createTranslator({
    language: "en",
    words: { a: { n_zero: "none", n_one: "one", n_other: "{{count}}" } },
  });
  expect([0, 1, 2].map((count) => english.t("a.n" as WordKey, { count }))).toEqual(["none", "one", "2"]);
});

test("shows what somebody typed as it is, whatever it looks like", () => {
  for (const language of ["en", "ar"] as const)
    for (const name of ["Rocky", "{{name}}", "$t(common.save)", "$&", "<b>", "ريكس"])
      expect(getTranslator(language)("finderPage.finder.title", { name })).toContain(name);
});

test("takes what a language lacks from the next source, with that language's plural forms", () => {
  const { t, has } = createTranslator(
    { language: "ar", words: { a: { one: "واحد" } } },
    { language: "en", words: { a: { one: "one", n_one: "{{count}} day", n_other: "{{count}} days" } } },
  );
  expect(t("a.one" as WordKey)).toBe("واحد");
  expect(t("a.n" as WordKey, { count: 2 })).toBe("2 days");
  expect([has("a.one"), has("a.constructor"), has("a")]).toEqual([true, false, false]);
});

test("warns of a key that is missing on the server, without failing the page", async () => {
  const warned = once(process, "warning");
  expect(createTranslator({ language: "en", words: {} }).t("shell.nothing" as WordKey)).toBe("shell.nothing");
  expect(String((await warned)[0])).toContain("No words for shell.nothing");
});
