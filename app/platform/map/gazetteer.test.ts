// A reader of Arabic would see a place only in English, or a report would be put in the wrong town.
import { expect, test } from "vitest";
import { findPlace, formatPlace, nearestPlace } from "./gazetteer.ts";

test.each([
  ["Zamalek, Cairo", "الزمالك، القاهرة", "Zamalek, Cairo"],
  ["مصر الجديدة، القاهرة", "مصر الجديدة، القاهرة", "Heliopolis, Cairo"],
  ["Smouha", "سموحة", "Smouha"],
  ["Al Khobar, Saudi Arabia", "الخبر، السعودية", "Al Khobar, Saudi Arabia"],
  ["Street 9, Maadi", "Street 9، المعادي", "Street 9, Maadi"],
  ["near the club", "near the club", "near the club"],
])("formatPlace translates %j to %j in Arabic and %j in English", (area, ar, en) => {
  expect([formatPlace(area, "ar"), formatPlace(area, "en")]).toEqual([ar, en]);
});

test("findPlace prefers a district to a town whose name it contains", () => {
  expect(findPlace("عين شمس")?.en).toBe("Ain Shams");
  expect(findPlace("Ajman")?.ar).toBe("عجمان");
});

test("nearestPlace returns the nearest known place, or null if all are far away", () => {
  expect(nearestPlace(30.061, 31.219)).toMatchObject({ en: "Zamalek", ar: "الزمالك" });
  expect(nearestPlace(31.214, 29.945)?.en).toBe("Smouha");
  expect(nearestPlace(0, -30)).toBeNull();
});
