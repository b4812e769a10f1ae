import pino from "pino";
import { expect, test, vi } from "vitest";
import { databaseUrl } from "#tests/test-database.ts";
import { openDatabase } from "../connection/database.server.ts";
import { createReplica } from "./replica.server.ts";

test("checks the replica's position again even if the system clock is set back", async () => {
  const { pool } = openDatabase(await databaseUrl());
  const replica = createReplica(await databaseUrl(), pool, pino({ level: "silent" }));
  const asked = vi.spyOn(pool, "query");
  await replica.getDbAfter(null);
  const now = Date.now;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now() - 3_600_000);
  const askedAgain = async () => {
    await replica.getDbAfter(null);
    expect(asked.mock.calls.length).toBeGreaterThan(1);
  };
  await vi.waitFor(askedAgain, { timeout: 10_000, interval: 100 });
  clock.mockRestore();
  await replica.close();
  await pool.end();
});
