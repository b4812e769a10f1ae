// A new table would keep a person's data after they left, because nobody told the deletion about it.
import { globSync } from "node:fs";
import path from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import type { PersonalData } from "#app/features/users/personal-data.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { personalData, tablesWithoutPersonalData } from "./personal-data.server.ts";

const files = globSync("app/**/*.tables.server.ts");
const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ path.resolve(file))));
const tables = modules.flatMap((module) => Object.values(module).filter((one): one is PgTable => is(one, PgTable)));
const nameOf = (table: PgTable) => getTableConfig(table).name;
const parts: PersonalData[] = Object.values(personalData);

test("every table is registered as personal data or as impersonal", () => {
  expect(tables.length).toBeGreaterThan(20);
  const named = new Set([
    ...parts.flatMap((part) => part.tables.map(nameOf)),
    ...Object.keys(tablesWithoutPersonalData),
  ]);
  const forgotten = tables.map(nameOf).filter((name) => !named.has(name));
  expect(
    forgotten,
    "add these tables to the personal-data.server.ts of their feature, so that they are exported and erased; or to tablesWithoutPersonalData with a reason",
  ).toEqual([]);
  expect(
    [...named].filter((name) => !tables.map(nameOf).includes(name)),
    "tables that no longer exist",
  ).toEqual([]);
});

test("no foreign key to an account blocks its deletion", () => {
  const stubborn = tables.flatMap((table) =>
    getTableConfig(table)
      .foreignKeys.filter((key) => key.reference().foreignTable === users)
      .filter((key) => key.onDelete !== "cascade" && key.onDelete !== "set null")
      .map((key) => `${nameOf(table)}.${key.reference().columns.map(({ name }) => name)}`),
  );
  expect(stubborn, "a reference to an account needs onDelete cascade or set null").toEqual([]);
});

test("tables registered as impersonal have no owner, e-mail or phone columns", () => {
  const keeping = tables
    .filter((table) => nameOf(table) in tablesWithoutPersonalData)
    .flatMap((table) =>
      getTableConfig(table)
        .columns.filter(({ name }) => /owner|email|phone/i.test(name))
        .map(({ name }) => `${nameOf(table)}.${name}`),
    );
  // A clinic's own number, which it gives to everybody.
  expect(keeping, "such a column refers to a person").toEqual(["clinics.phone"]);
});
