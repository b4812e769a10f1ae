// A finder would be turned away, or people would lose what we said was saved, when the disk is full.
import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#app/platform/db/embedded/embedded-postgres.server.ts";
import { query } from "#tests/databases.ts";
import { type AppProcess, postgresOf, startApp } from "./app-process.ts";
import { demoDataDir } from "./data-dirs.ts";
import { scan } from "./people.ts";

const finders = 150;
let disk: string;
let own: EmbeddedPostgres;
let app: AppProcess;

const run = (program: string, ...parameters: string[]) => execFileSync(program, parameters, { stdio: "ignore" });
const ballast = () => path.join(disk, "ballast");

/** Mounts a disk of 400 MB for the database alone, which requires root. */
const hasDisk = await (async () => {
  disk = await mkdtemp(path.join(os.tmpdir(), "aleef-disk-"));
  try {
    run("mount", "-t", "tmpfs", "-o", "size=400m", "tmpfs", disk);
    await chmod(disk, 0o755);
    return true;
  } catch {
    await rm(disk, { recursive: true });
    return false;
  }
})();
const dataDir = hasDisk ? await demoDataDir() : "";

/** Fills the disk, including space that the database has freed since. */
function fillDisk(): void {
  try {
    run("dd", "if=/dev/zero", `of=${ballast()}`, "bs=4k", "oflag=append", "conv=notrunc");
  } catch {
    // Expected: dd fails when the disk is full.
  }
}

/** Frees space and restarts the database if it has stopped, as an operator would. */
async function freeSpace(): Promise<void> {
  await rm(ballast());
  if (postgresOf(disk)) return;
  own = await startEmbeddedPostgres({ dataDir: disk, print: () => undefined });
}

describe.skipIf(!hasDisk)("full disk of the database", () => {
  beforeAll(async () => {
    run("mv", path.join(dataDir, "postgres"), disk);
    own = await startEmbeddedPostgres({ dataDir: disk, print: () => undefined });
    app = await startApp({
      DATA_DIR: dataDir,
      DATABASE_URL: own.url,
      DATABASE_OWNER_URL: own.ownerUrl,
      DEMO: "1",
      SECRET: "a-secret-for-a-test-of-a-full-disk-00",
      TRUSTED_PROXIES: "127.0.0.1",
      LOG_LEVEL: "error",
    });
  }, 180_000);

  afterAll(async () => {
    await own.stop().catch(() => undefined);
    run("umount", "-l", disk);
    await rm(disk, { recursive: true });
  });

  test("answers finders, rejects forms with their input, and loses nothing that was answered once there is space", {
    timeout: 180_000,
  }, async () => {
    const answered: string[] = [(await scan(app.url)).id];
    fillDisk();
    // Rows that fit into a table's last page are still written; a new page is not.
    const statuses: number[] = [];
    for (let finder = 1; finder <= finders; finder++) {
      if (finder % 10 === 0) fillDisk();
      const { status, id } = await scan(app.url, "DEMO-LINKED", finder * 256);
      statuses.push(status);
      if (status === 200) answered.push(id);
    }
    expect(statuses).toEqual(Array(finders).fill(200));
    let refused = "";
    for (let person = 1; person <= 200 && !refused; person++) {
      fillDisk();
      const answer = await fetch(`${app.url}/auth?mode=sign-up`, {
        method: "POST",
        redirect: "manual",
        headers: { origin: app.url, "sec-fetch-site": "same-origin", "x-forwarded-for": `192.0.${person}.1` },
        body: new URLSearchParams({
          intent: "signUp",
          firstName: "Mona",
          email: `mona-${person}@example.com`,
          password: "Long-walk-9",
        }),
      });
      if (answer.status !== 303) refused = `${answer.status} ${await answer.text()}`;
    }
    expect(refused).toMatch(/^50[03] /);
    expect(refused).toContain('value="Mona"');
    await freeSpace();
    const recorded = async () => {
      const ids = answered.map((id) => `'${id}'`).join();
      const { rows } = await query(own.url, `select count(*)::int as n from scan_records where id in (${ids})`);
      return rows[0].n;
    };
    await expect.poll(() => recorded().catch(() => 0), { timeout: 90_000, interval: 500 }).toBe(new Set(answered).size);
    expect(await app.stop()).toBe(0);
  });
});
