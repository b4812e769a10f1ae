// An administrator who opens an exported list would run a formula that a stranger typed as a pet's name.
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { createTags } from "#app/features/tags/batches/create-tags.server.ts";
import { formatCsvText, sendCsv } from "#app/platform/http/csv/csv.server.ts";
import { query } from "#tests/databases.ts";
import { explainStatements } from "#tests/explain-statements.ts";
import { createClaimedTag, createTestAdmin, createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { exportTags, listAllTags } from "./tags/list-all-tags.server.ts";

const testApp = await createTestApp();
const admin = await createTestAdmin(testApp.ctx);

const exported = (search = {}) => text(exportTags(testApp.ctx, admin, search));

/** Parses RFC 4180: quoted fields may contain commas, line breaks and doubled quotes. */
function read(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") rows.push([]);
    if (end === "") break;
  }
  return rows.filter((row) => row.length > 1);
}

test("formulas are escaped for spreadsheets, and every tag is one line", async () => {
  const hostile = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    'a "b", c',
    "line\r\nbreak",
    "قطة، كلب",
    "；=1",
    "  =1",
    "a=1",
  ];
  for (const batch of hostile) await createTags(testApp.ctx, admin, { count: 1, batch });
  const csv = await exported();
  expect(csv.startsWith("\uFEFFtag_code,url,status,batch,owner,pet,created_at\r\n")).toBe(true);
  expect(csv.endsWith("\r\n")).toBe(true);
  const rows = read(csv.slice(1)).slice(1);
  const batches = rows.map((row) => row[3]!);
  expect(batches.filter((cell) => /^[=+\-@\t\r\n]/.test(cell))).toEqual([]);
  expect(batches.map((cell) => cell.replace(/^'/, ""))).toEqual(hostile.map(formatCsvText));
  for (const row of rows) {
    expect(row).toHaveLength(7);
    expect(row[1]).toBe(`${testApp.ctx.settings.publicUrl}/tag/${row[0]}`);
  }
});

test("no name of a pet or batch can start a formula or break a row", async () => {
  const owner = await createTestUser(testApp.ctx);
  const petId = await createTestPet(testApp.ctx, owner);
  const { code } = await createClaimedTag(testApp.ctx, owner, petId);
  const character = fc.constantFrom(
    "=",
    "+",
    "-",
    "@",
    "\t",
    "\r",
    "\n",
    '"',
    ",",
    ";",
    "'",
    " ",
    "|",
    "a",
    "ق",
    "\u2028",
    "＝",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(character, { minLength: 1, maxLength: 8 }), async (characters) => {
      const name = characters.join("");
      await testApp.ctx.pool.query("update pets set name = $1 where id = $2", [name, petId]);
      const rows = read((await exported({ search: code })).slice(1));
      const cell = rows[1]![5]!;
      const line = formatCsvText(name);
      return rows.length === 2 && !/^[=+\-@\t\r\n]/.test(cell) && (cell === line || cell === `'${line}`);
    }),
    { numRuns: 100 },
  );
});

test("exports more tags than one query reads completely and without duplicates", async () => {
  for (let hundred = 0; hundred < 12; hundred++) await createTags(testApp.ctx, admin, { count: 100, batch: "many" });
  const codes = read((await exported({ search: "many" })).slice(1))
    .slice(1)
    .map((row) => row[0]);
  expect([codes.length, new Set(codes).size]).toEqual([1200, 1200]);
});

describe("with sixty thousand tags", () => {
  beforeAll(async () => {
    await testApp.ctx.pool.query(`
      insert into tag_batches (id, name, created_at)
      select gen_random_uuid(), 'crowd ' || n, now() from generate_series(0, 399) n`);
    await query(
      testApp.databaseUrl,
      `
      insert into tags (id, code, code_key, code_kind, batch)
      select gen_random_uuid(), 'CROWD' || n, 'CR0WD' || n, 'custom', 'crowd ' || n % 400 from generate_series(1, 60000) n`,
    );
    await query(testApp.databaseUrl, "vacuum analyze tags");
  });

  test("an aborted export leaves no query, cursor or connection open", async () => {
    const body = sendCsv(exportTags(testApp.ctx, admin, { search: "crowd" }), "tags.csv").body!;
    const reader = body.getReader();
    for (let piece = 0; piece < 5; piece++) expect((await reader.read()).done).toBe(false);
    await reader.cancel();
    const { pool } = testApp.ctx;
    expect([pool.idleCount, pool.waitingCount]).toEqual([pool.totalCount, 0]);
    const { rows } = await pool.query(
      "select (select count(*)::int from pg_cursors) as cursors, (select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'aleef' and state <> 'idle' and pid <> pg_backend_pid()) as busy",
    );
    expect(rows).toEqual([{ cursors: 0, busy: 0 }]);
  });

  test.each([
    ["the first page", {}],
    ["a code", { search: "CROWD59999" }],
    ["a batch", { batch: "crowd 7" }],
    ["the list of inactive tags", { state: "inactive" as const }],
  ])("%s is found by an index, without a scan of the whole table", async (_, search) => {
    for (const plan of await explainStatements(testApp.ctx, () => listAllTags(testApp.ctx, admin, search)))
      expect(plan).not.toContain("Seq Scan on tags");
  });
});
