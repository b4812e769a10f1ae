// Two people who save at the same moment would see an error, or one of them would save half.
import { expect, test } from "vitest";
import { createTestApp } from "#tests/test-app.ts";
import { withTransaction } from "./database.server.ts";

const { ctx } = await createTestApp();

await ctx.pool.query("insert into key_values (name, value) values ('one', '0'), ('two', '0')");

const increment = (name: string) => `update key_values set value = (value::int + 1)::text where name = '${name}'`;

test("a transaction that PostgreSQL ends because of a deadlock runs again", async () => {
  let waiting = 2;
  const { promise: both, resolve: meet } = Promise.withResolvers<void>();
  const run = (first: string, second: string) =>
    withTransaction(ctx, async ({ db }) => {
      await db.execute(increment(first));
      if (--waiting === 0) meet();
      await both;
      await db.execute(increment(second));
    });
  await Promise.all([run("one", "two"), run("two", "one")]);
  expect(waiting).toBe(-1);
  const { rows } = await ctx.pool.query("select value from key_values where name in ('one', 'two')");
  expect(rows).toEqual([{ value: "2" }, { value: "2" }]);
});

test("an error of the work is thrown at once and rolls back", async () => {
  let runs = 0;
  const failing = withTransaction(ctx, async ({ db }) => {
    runs++;
    await db.execute(increment("one"));
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(runs).toBe(1);
  const { rows } = await ctx.pool.query("select value from key_values where name = 'one'");
  expect(rows).toEqual([{ value: "2" }]);
});
