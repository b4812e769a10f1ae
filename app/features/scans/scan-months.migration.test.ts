import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { migrate } from "#app/platform/db/migrate.server.ts";
import { query } from "#tests/databases.ts";
import { firstIdOf, monthOf, partOf, restOfScans } from "./scan-months.rules.ts";

const name = `aleef_months_${process.pid}`;
const folders: string[] = [];

afterAll(async () => {
  await query(inject("databaseUrl"), `drop database if exists ${name} with (force)`);
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** The migrations up to that one. */
async function migrationsUpTo(isLast: (tag: string) => boolean): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-migrations-"));
  folders.push(folder);
  await cp("migrations", folder, { recursive: true });
  const journal = path.join(folder, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(await readFile(journal, "utf8"));
  const last = entries.findIndex(({ tag }: { tag: string }) => isLast(tag));
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, last + 1) }));
  return folder;
}

async function emptyDatabase(): Promise<string> {
  await query(inject("databaseUrl"), `create database ${name} encoding 'UTF8' template template0`);
  const url = new URL(inject("databaseUrl"));
  url.pathname = `/${name}`;
  return url.href;
}

const keysAndIndexes = `select conname as name, pg_get_constraintdef(oid) as is from pg_constraint
    where conparentid = 0 and contype <> 'n' and 'scan_records'::regclass in (conrelid, confrelid)
  union all select indexname, replace(indexdef, ' ON ONLY ', ' ON ') from pg_indexes where tablename = 'scan_records' order by 1`;

test("the scans of years, recorded before there were months, come to lie in them without one being lost or changed", async () => {
  const url = await emptyDatabase();
  await migrate(url, await migrationsUpTo((tag) => tag.startsWith("0032")));
  const ids = `('0' || to_hex((extract(epoch from at) * 1000)::bigint) || '7' || lpad(to_hex(n), 19, '0'))`;
  await query(
    url,
    `insert into users (id, email, name, first_name, last_name) values ('01900000-0000-7000-8000-000000000001', 'a@b.c', 'A', 'A', 'B');
     insert into tags (id, code, code_key, code_kind) values ('01900000-0000-7000-8000-000000000002', 'A', 'A', 'custom');
     insert into scan_records (id, owner_id, tag_id, at, evidence, reasons, visit, channel, language, place)
       select (case when n % 50 = 0 then overlay(gen_random_uuid()::text placing 'f' from 1) else lpad(${ids}, 32, '0') end)::uuid,
         '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002', at, 'human', '{browser}',
         gen_random_uuid(), 'qr', 'ar', 'عند المخبز ' || n
       from (select n, now() - n * interval '7 hours' as at from generate_series(0, 3000) n) drawn;
     insert into live_shares (scan_id, minutes, starts_at, ends_at) select id, 15, at, at from scan_records limit 40;
     insert into tag_tests (owner_id, tag_id, started_at, ends_at, scan_id)
       select owner_id, tag_id, at, at, id from scan_records limit 1`,
  );
  const everything = `select (select md5(string_agg(s::text, '|' order by id)) from scan_records s) as scans,
    (select md5(string_agg(l::text, '|' order by scan_id)) from live_shares l) as shares,
    (select md5(string_agg(t::text, '|')) from tag_tests t) as tests`;
  const before = (await query(url, everything)).rows;
  const shape = (await query(url, keysAndIndexes)).rows;

  await migrate(url, await migrationsUpTo((tag) => tag.startsWith("0033")));

  expect((await query(url, everything)).rows).toEqual(before);
  expect((await query(url, keysAndIndexes)).rows).toEqual(shape);
  const { rows } = await query(
    url,
    "select tableoid::regclass::text as part, min(id::text), max(id::text), count(*)::int from scan_records group by 1",
  );
  expect(rows.length).toBeGreaterThan(28);
  for (const { part, min, max } of rows.filter(({ part }) => part !== restOfScans)) {
    const month = monthOf(new Date(Number.parseInt(min.replaceAll("-", "").slice(0, 12), 16)));
    expect(part).toBe(partOf(month));
    expect(max < firstIdOf(monthOf(month, 1))).toBe(true);
  }
  expect(rows.find(({ part }) => part === restOfScans)?.count).toBe(61);
});
