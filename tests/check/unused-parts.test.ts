import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as i18next from "i18next";
import X from "lucide-react/icons/x";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import arabic from "#app/locales/arabic.ts";
import english from "#app/locales/english.ts";
import { withoutUnused, withoutUnusedParts } from "../../vite-unused-parts.ts";
import { flatten } from "./words.ts";

const { resolve } = createRequire(import.meta.url);
const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "node_modules/.cache/unused-parts");
const i18nextFile = path.join(path.dirname(resolve("i18next/package.json")), "dist/esm/i18next.js");
const lucideFolder = path.join(path.dirname(resolve("lucide-react/package.json")), "dist/esm");

/** Loads the module as it is shipped to browsers. */
async function load<Module>(file: string): Promise<Module> {
  const copy = path.join(folder, path.basename(file).replace(/\.m?js$/, ".mjs"));
  await writeFile(copy, withoutUnused(await readFile(file, "utf8"), file) ?? "");
  return import(pathToFileURL(copy).href);
}

beforeAll(() => mkdir(folder, { recursive: true }));
afterAll(() => rm(folder, { recursive: true }));

test("fails the build when a library has changed, instead of shipping it completely", () => {
  expect(() => withoutUnused("class Other {}", "/x/i18next/dist/esm/i18next.js")).toThrow(/not in/);
  expect(withoutUnused("class Other {}", "/x/other.js")).toBeNull();
  expect(withoutUnusedParts().name).toBe("without-unused-parts");
});

test("the trimmed i18next renders every text of both languages like the complete one", async () => {
  const trimmed = await load<typeof i18next>(i18nextFile);
  const settings = {
    fallbackLng: "en",
    resources: { en: english, ar: arabic },
    ns: Object.keys(english),
    defaultNS: "common",
    nsSeparator: ".",
    keySeparator: ".",
    interpolation: { escapeValue: false, alwaysFormat: true },
    initAsync: false,
    showSupportNotice: false,
  } as const;
  const numbers: i18next.FormatterModule = {
    type: "formatter",
    init() {},
    add() {},
    addCached() {},
    format: (value) => `‹${value}›`,
  };
  for (const language of ["en", "ar"]) {
    const [whole, lean] = [i18next, trimmed].map(({ createInstance }) => {
      const instance = createInstance();
      instance.use(numbers).init({ ...settings, lng: language } as never);
      return instance.getFixedT(language, "common" as never) as unknown as (key: string, params: object) => string;
    });
    const keys = flatten(language === "en" ? english : arabic).map(([key]) => key.replace(/_[a-z]+$/, ""));
    for (const key of new Set(keys))
      for (const count of [0, 1, 2, 5, 11, 100]) {
        const params = { count, name: "Rocky {{count}}", pet: "ريكس", date: "3 May", n: 4 };
        expect(lean?.(key, params)).toBe(whole?.(key, params));
      }
  }
});

test("the trimmed icon component renders an icon like the complete one", async () => {
  const { default: createIcon } = await load<{ default: (data: unknown) => FunctionComponent<object> }>(
    path.join(lucideFolder, "createLucideIcon.mjs"),
  );
  const { __iconData } = (await import(path.join(lucideFolder, "icons/x.mjs"))) as { __iconData: unknown };
  const Lean = createIcon(__iconData);
  for (const props of [
    {},
    { className: "size-5 a" },
    { "aria-hidden": true, strokeWidth: 1.25, className: "b" },
    { "aria-label": "Close", size: 16, color: "red" },
    { role: "img", children: createElement("title", { key: "t" }, "Close") },
  ]) {
    const read = (html: string) => (html.match(/[\w-]+="[^"]*"|<[^ >]+/g) ?? []).sort();
    const [lean, whole] = [Lean, X as FunctionComponent<object>].map((Icon) =>
      read(renderToStaticMarkup(createElement(Icon, props))),
    );
    expect(lean).toEqual(whole);
  }
});
