import { once } from "node:events";
import { expect, test } from "vitest";
import { openI18n } from "./i18n.ts";
import { getTranslator } from "./words.server.ts";

test("a number inside a sentence is grouped in both languages, and text stays as it is", () => {
  expect(getTranslator("en")("shell.cart.count", { count: 2797 })).toBe("2,797 items");
  expect(getTranslator("ar")("shell.cart.count", { count: 2797 })).toContain("2,797");
  expect(getTranslator("en")("pets.kilograms", { weight: 4.25 })).toBe("4.25 kg");
  expect(getTranslator("en")("site.footer.rights", { year: "2026" })).toContain("© 2026 ");
});

test("a word that is missing on the server is warned of and stops no page", async () => {
  const warned = once(process, "warning");
  expect(openI18n("en", { en: {} }).t("shell.nothing" as never)).toBe("shell.nothing");
  expect(String((await warned)[0])).toContain("No words for shell.nothing");
});
