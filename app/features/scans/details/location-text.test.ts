// The page of a scan would name the same place two or three times.
import { expect, test } from "vitest";
import { getTranslator } from "#app/locales/words.server.ts";
import { formatLocation } from "./location-text.ts";

const zamalek = { latitude: 30.06, longitude: 31.22, en: "Zamalek", ar: "الزمالك" };
const maadi = { latitude: 29.96, longitude: 31.26, en: "Maadi", ar: "المعادي" };
const t = getTranslator("en");

test("names the nearest place, unless the finder or the distance from home names it", () => {
  const far = { near: zamalek, fromHome: { place: maadi, kilometres: 11.4 } };
  expect(formatLocation(t, "en", far, null)).toBe("Zamalek\u00a0· About 11 km from home (Maadi)");
  expect(formatLocation(t, "en", far, "The pharmacy in Zamalek")).toBe("About 11 km from home (Maadi)");
  expect(formatLocation(getTranslator("ar"), "ar", far, "The pharmacy in Zamalek"), "in the reader's script").toContain(
    "الزمالك",
  );
  expect(formatLocation(t, "en", { near: zamalek, fromHome: { place: zamalek, kilometres: 0.3 } }, null)).toBe(
    "Near home (Zamalek)",
  );
  expect(formatLocation(t, "en", { near: zamalek, fromHome: null }, "Zamalek, Cairo")).toBe("");
});
