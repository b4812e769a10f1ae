import { expect, test } from "vitest";
import { findDirections, findPlaces } from "./text.ts";
import { compareTexts, findUses } from "./words.ts";

test.each([
  "ml-2",
  "md:-pr-4",
  "left-0",
  "right-[3px]",
  "text-right",
  "rounded-l-full",
  "rounded-tr-2",
  "border-r",
  "scroll-ml-2",
])("rejects %s, which depends on left or right", (name) =>
  expect(findDirections("app/a.tsx", `<i className="flex ${name} gap-2" />`)).toEqual([`app/a.tsx:1: ${name}`]),
);

test.each([
  "ms-2",
  "pe-4",
  "start-0",
  "text-end",
  "rounded-s-full",
  "border-line",
  "border-e",
  "translate-x-1",
  "lucide-left-close",
])("accepts %s", (name) => expect(findDirections("app/a.tsx", `<i className="flex ${name} gap-2" />`)).toEqual([]));

test("checks style sheets, except those of maps", () => {
  const css = ".a{margin-left:2px}\n.b{left:0;inset-inline-start:0}\n.c{text-align:right}";
  expect(findDirections("app/a.css", css)).toHaveLength(3);
  expect(findDirections("app/map/a.css", css)).toEqual([]);
  expect(findDirections("app/a.tsx", "<i style={{ marginLeft: 2 }} />")).toHaveLength(1);
});

test("finds paths of one machine and private hosts, but no public ones", () => {
  const folder = ["", "work", "main", "a.ts"].join("/");
  const host = ["https:/", "registry.example.org", "pg"].join("/");
  expect(findPlaces("a.md", `see ${folder} and ${host}`)).toHaveLength(2);
  expect(
    findPlaces("a.md", "see docs/work/plan.md, https://registry.npmjs.org/pg and http://localhost:3000/root"),
  ).toEqual([]);
});

test("requires every text in Arabic, in all six plural forms and with the same parameters", () => {
  const en = new Map([
    ["a.title", "Hello {{name}}"],
    ["a.pets_one", "{{count}} pet"],
    ["a.pets_other", "{{count}} pets"],
  ]);
  const six = ["zero", "one", "two", "few", "many", "other"].map((form): [string, string] => [
    `a.pets_${form}`,
    "حيوان",
  ]);
  expect(compareTexts(en, new Map([["a.title", "أهلاً {{name}}"], ...six]))).toEqual([]);
  expect(compareTexts(en, new Map([["a.title", "أهلاً"], ...six]))).toHaveLength(1);
  expect(compareTexts(en, new Map([["a.title", "أهلاً {{name}} {{more}}"], ...six]))).toHaveLength(1);
  expect(new Set(compareTexts(en, new Map([["a.title", "أهلاً {{name}}"], ...six.slice(2)])))).toHaveLength(2);
});

test("recognizes keys that are written out and keys that are composed", () => {
  const template = "t(`scans.reasons.$" + "{reason}`)";
  const { exact, patterns } = findUses(`t("pets.title"); ${template}`);
  expect(exact).toEqual(["pets.title"]);
  expect(patterns.map((pattern) => pattern.test("scans.reasons.crawler"))).toEqual([true]);
  expect(patterns.some((pattern) => pattern.test("scans.title"))).toBe(false);
});
