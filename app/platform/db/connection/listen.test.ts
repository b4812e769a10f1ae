// Owners' open pages would show no new alert after the connection to the database broke once.
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { openDatabaseProxy } from "#tests/database-proxy.ts";
import { query } from "#tests/databases.ts";
import { soon } from "#tests/eventually.ts";
import { createTestApp } from "#tests/test-app.ts";
import { createListener } from "./listen.server.ts";

const testApp = await createTestApp();

const silent = pino({ level: "silent" });
const t = (channel: string, text: string) => testApp.ctx.pool.query("select pg_notify($1, $2)", [channel, text]);
const connections =
  "select pid from pg_stat_activity where application_name = 'aleef-listen' and datname = current_database()";

test("receives notifications from any connection until it unsubscribes", async () => {
  const listener = createListener(testApp.databaseUrl, ["one", 'odd "name"'], silent);
  const received: string[] = [];
  const stop = listener.on("one", (text) => received.push(text));
  listener.on('odd "name"', (text) => received.push(text));
  await vi.waitFor(async () => {
    await t("one", "a");
    expect(received).toContain("a");
  }, 10_000);
  await t('odd "name"', "قطة");
  await soon(() => expect(received).toContain("قطة"));
  stop();
  await t("one", "late");
  await t('odd "name"', "last");
  await soon(() => expect(received).toContain("last"));
  expect(received).not.toContain("late");
  expect(() => listener.on("nobody's", () => undefined)).toThrow("No listener for nobody's");
  await listener.close();
});

test("reconnects after each lost connection and reports that notifications may have been missed", async () => {
  const listener = createListener(testApp.databaseUrl, ["two"], silent);
  const received: string[] = [];
  const again = vi.fn();
  listener.on("two", (text) => received.push(text));
  listener.onReturn(again);
  for (let round = 1; round <= 3; round++) {
    await vi.waitFor(async () => {
      await t("two", `before ${round}`);
      expect(received).toContain(`before ${round}`);
    }, 10_000);
    expect(again).toHaveBeenCalledTimes(round - 1);
    await query(testApp.databaseUrl, `select pg_terminate_backend(pid) from (${connections}) as own`);
    await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(round), { timeout: 10_000 });
  }
  await listener.close();
});

test("notices a dead connection and reconnects", async () => {
  const gateway = await openDatabaseProxy(testApp.databaseUrl);
  const listener = createListener(gateway.url, ["two"], silent, { everyMs: 200 });
  const received: string[] = [];
  const again = vi.fn();
  listener.on("two", (text) => received.push(text));
  listener.onReturn(again);
  await listener.opened;
  gateway.freeze();
  await soon(() => expect(again).toHaveBeenCalled());
  await t("two", "after");
  await soon(() => expect(received).toContain("after"));
  await listener.close();
  await gateway.block();
});

test("starts once the database is available, and leaves no connection open if closed before that", async () => {
  const nobody = createListener("postgres://127.0.0.1:1/none", ["three"], silent);
  await new Promise((next) => setTimeout(next, 50));
  await nobody.close();
  for (let round = 0; round < 5; round++) await createListener(testApp.databaseUrl, ["three"], silent).close();
  await vi.waitFor(
    async () => expect((await query(testApp.databaseUrl, connections)).rowCount).toBeLessThanOrEqual(1),
    { timeout: 20_000 },
  );
});
