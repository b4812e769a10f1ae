// A finder in Giza would be sent to a clinic in Aswan.
import { expect, test } from "vitest";
import { findGovernorate } from "./find-governorate.server.ts";

test.each([
  ["Zamalek", 30.0609, 31.2197, "cairo"],
  ["Dokki", 30.0385, 31.2118, "giza"],
  ["the pyramids", 29.9792, 31.1342, "giza"],
  ["6th of October City", 29.9636, 30.9269, "giza"],
  ["Shubra El Kheima", 30.1286, 31.2422, "qalyubia"],
  ["New Cairo", 30.0284, 31.4913, "cairo"],
  ["Smouha", 31.213, 29.944, "alexandria"],
  ["Mansoura", 31.0409, 31.3785, "dakahlia"],
  ["El Gouna", 27.4025, 33.6511, "redSea"],
  ["Dahab", 28.5091, 34.5136, "southSinai"],
  ["Edfu", 24.978, 32.8759, "aswan"],
  ["Farafra", 27.0568, 27.9694, "newValley"],
])("%s", (_place, latitude, longitude, governorate) => {
  expect(findGovernorate({ latitude, longitude })).toBe(governorate);
});

test.each([
  ["Riyadh", 24.7136, 46.6753],
  ["Dubai", 25.2048, 55.2708],
  ["Khartoum", 15.5007, 32.5599],
  ["the Great Sand Sea", 27.2, 26],
  ["no place", Number.NaN, Number.NaN],
])("%s is in none", (_place, latitude, longitude) => {
  expect(findGovernorate({ latitude, longitude })).toBeNull();
});

test("words name a place in either language, and a position counts for more", () => {
  expect(findGovernorate({ place: "in front of the pharmacy in Maadi" })).toBe("cairo");
  expect(findGovernorate({ place: "أمام الصيدلية في سموحة" })).toBe("alexandria");
  expect(findGovernorate({ place: "under a tree" })).toBeNull();
  expect(findGovernorate({})).toBeNull();
  expect(findGovernorate({ latitude: 29.9792, longitude: 31.1342, place: "Maadi" })).toBe("giza");
});
