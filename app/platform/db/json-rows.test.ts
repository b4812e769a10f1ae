// A person who writes a broken emoji would get a server error, and their text would be lost.
import { eq, sql } from "drizzle-orm";
import { boolean, doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { query } from "#tests/databases.ts";
import { createTestApp } from "#tests/test-app.ts";
import { jsonb, timestamptz, uuid } from "./column-types.server.ts";
import { buildJsonRows, insertRows } from "./json-rows.server.ts";
import { createId } from "./uuid.server.ts";

const samples = pgTable("json_row_samples", {
  id: uuid().primaryKey(),
  placeName: text(),
  reasonCodes: text().array().notNull(),
  params: jsonb().notNull(),
  at: timestamptz().notNull(),
  latitude: doublePrecision(),
  attempts: integer().notNull().default(3),
  isHeld: boolean().notNull().default(false),
});

const app = await createTestApp();
// The column order differs from the definition above, as after adding a column.
await query(
  app.databaseUrl,
  `create table json_row_samples (is_held boolean not null, id uuid primary key, params jsonb not null, place_name text,
       attempts integer not null, reason_codes text[] not null, latitude double precision, at timestamptz not null);
     grant select, insert on json_row_samples to public`,
);

const word = fc.string({ unit: "grapheme", maxLength: 20 }).map((one) => one.replaceAll("\0", ""));

test("reads back the inserted rows unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        placeName: fc.option(word),
        reasonCodes: fc.array(word, { maxLength: 3 }),
        params: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.oneof(word, fc.integer(), fc.boolean())),
        at: fc.date({ min: new Date("1970-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }),
        latitude: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (one === 0 ? 0 : one))),
      }),
      async (row) => {
        const id = createId();
        await app.ctx.db.insert(samples).select(buildJsonRows(samples, [{ id, ...row }]));
        const [written] = await app.ctx.db.select().from(samples).where(eq(samples.id, id));
        expect(written).toEqual({ id, ...row, attempts: 3, isHeld: false });
      },
    ),
    { numRuns: 100 },
  );
});

test("replaces lone surrogates, stores omitted values as null, and accepts an empty list", async () => {
  const id = createId();
  const row = { id, placeName: "by the gate \ud83d", reasonCodes: [], params: {}, at: new Date(), isHeld: true };
  await app.ctx.db.insert(samples).select(buildJsonRows(samples, [row]));
  await app.ctx.db.insert(samples).select(buildJsonRows(samples, []));
  const [written] = await app.ctx.db.select().from(samples).where(eq(samples.id, id));
  expect(written).toMatchObject({ placeName: "by the gate \ufffd", latitude: null, isHeld: true });
});

test("a JSON column takes a text with a lone surrogate, also when a row is inserted as usual", async () => {
  const [id, params] = [createId(), { text: "Husky \ud83d" }];
  const row = { id, reasonCodes: [], at: new Date(), isHeld: true, attempts: 3 };
  await app.ctx.db.insert(samples).values({ ...row, params });
  const [written] = await app.ctx.db.select().from(samples).where(eq(samples.id, id));
  expect(written?.params).toEqual({ text: "Husky \ufffd" });
});

test("inserts rows by a prepared statement, and leaves generated columns to the database", async () => {
  await query(
    app.databaseUrl,
    `create table json_row_sums (id uuid primary key, one integer not null default 2,
       twice integer generated always as (one * 2) stored, at timestamptz not null default now());
     grant select, insert on json_row_sums to public`,
  );
  const sums = pgTable("json_row_sums", {
    id: uuid().primaryKey(),
    one: integer().notNull().default(2),
    twice: integer().generatedAlwaysAs(sql`one * 2`),
    at: timestamptz().notNull().defaultNow(),
  });
  const at = new Date("2026-03-04T05:06:07.089Z");
  const { db } = app.ctx;
  await insertRows(db, sums, []);
  await insertRows(db, sums, [{ id: createId(), at }]);
  await insertRows(db, sums, [
    { id: createId(), one: 3, at },
    { id: createId(), one: 4, at },
  ]);
  const rows = await db.select({ twice: sums.twice, at: sums.at }).from(sums).orderBy(sums.one);
  expect(rows).toEqual([4, 6, 8].map((twice) => ({ twice, at })));
  await expect(insertRows(db, sums, [{ id: createId() }])).rejects.toThrow("at must be given");
});
