// Readers would see a raw key or a number without grouping in the middle of a sentence.
import { once } from "node:events";
import { expect, test, vi } from "vitest";
import type { Translate } from "#app/platform/i18n/words.ts";
import arabic from "./arabic.ts";
import english from "./english.ts";
import { openI18n } from "./i18n.ts";
import { getTranslator } from "./words.server.ts";

test("groups digits of a number in a sentence in both languages; text stays as it is", () => {
  expect(getTranslator("en")("shell.cart.count", { count: 2797 })).toBe("2,797 items");
  expect(getTranslator("ar")("shell.cart.count", { count: 2797 })).toContain("2,797");
  expect(getTranslator("en")("pets.kilograms", { weight: 4.25 })).toBe("4.25 kg");
  // A budgerigar.
  expect(getTranslator("en")("pets.kilograms", { weight: 0.035 })).toBe("0.035 kg");
  expect(getTranslator("en")("site.footer.rights", { year: "2026" })).toContain("© 2026 ");
});

test("warns of a key that is missing on the server, without failing the page", async () => {
  const warned = once(process, "warning");
  expect(openI18n("en", { en: {} }).t("shell.nothing" as never)).toBe("shell.nothing");
  expect(String((await warned)[0])).toContain("No words for shell.nothing");
});

test("returns the same sentences as i18next, whatever the values", () => {
  const values = ["Rocky", "{{name}}", "$t(common.save)", "$&", "<b>", "ريكس"];
  for (const language of ["en", "ar"] as const) {
    const asked = openI18n(language, { en: english, ar: arabic }).t as unknown as Translate;
    const t = getTranslator(language);
    for (const value of values)
      for (const key of ["finderPage.finder.title", "finderPage.finder.hi", "finderPage.finder.have"] as const)
        expect(t(key, { name: value })).toBe(asked(key, { name: value }));
    for (const count of [0, 1, 2, 3, 11, 100, 101, 2797])
      expect(t("finderPage.finder.facts.years", { count })).toBe(asked("finderPage.finder.facts.years", { count }));
  }
});

test("does not cache missing keys", () => {
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
  const t = getTranslator("en") as (key: string, params?: object) => string;
  for (const params of [undefined, { name: "Rocky" }, { count: 3 }]) {
    t("shell.madeUp", params);
    const before = warn.mock.calls.length;
    t("shell.madeUp", params);
    expect(warn.mock.calls.length).toBeGreaterThan(before);
  }
  warn.mockRestore();
});
