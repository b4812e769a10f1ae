import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pino } from "pino";
import { createBackup } from "#app/platform/db/backup/backup.server.ts";
import { restoreBackup } from "#app/platform/db/backup/restore.server.ts";
import { createJobs } from "#app/platform/jobs/jobs.server.ts";
import { makeDataSet, sizesOf } from "./data-set.ts";
import type { BenchDatabase } from "./database.ts";
import { type Figure, median } from "./figures.ts";

const root = path.join(import.meta.dirname, "..");
const rounds = 3;
const maxRatio = 2;

/** Measures a backup of 1.3 million rows and its restore into an empty database, in turns. */
export async function measureRestore(database: BenchDatabase): Promise<Figure[]> {
  const source = await makeDataSet(database, "backed_up", sizesOf(10));
  // Creates the tables of the job queue, which are part of a backup.
  await (await createJobs(source, [], { log: pino({ level: "silent" }), quiet: true })).stop();
  const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-bench-restore-"));
  const place = (name: string) => ({
    root,
    dataDir: path.join(folder, name),
    s3: undefined,
    secret: "secret of the benchmark",
    backups: { key: undefined },
  });
  const seconds: { backup: number; restore: number }[] = [];
  let rows = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      const file = path.join(folder, `${round}.tar.gz`);
      let began = performance.now();
      const { tables } = await createBackup(source, file, place("source"), new Date());
      const backup = (performance.now() - began) / 1000;
      rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const to = await database.createEmpty(`restored_${round}`);
      began = performance.now();
      await restoreBackup({ url: to, ownerUrl: to }, file, place(`restored-${round}`));
      seconds.push({ backup, restore: (performance.now() - began) / 1000 });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const ratio = median(seconds.map(({ backup, restore }) => restore / backup));
  const [backup, restore] = (["backup", "restore"] as const).map((one) => median(seconds.map((all) => all[one])));
  return [
    {
      what: `Restore of ${rows.toLocaleString("en")} rows, against the backup`,
      measured: `${ratio.toFixed(1)} × (${restore!.toFixed(1)} s, backup ${backup!.toFixed(1)} s)`,
      beside: `≤ ${maxRatio} ×`,
      isMet: ratio <= maxRatio,
    },
  ];
}
