import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { queueSubmission, sendSubmissions } from "#app/features/scans/offline-fallback/queue-submission.server.ts";
import { refreshTagPages } from "#app/features/scans/offline-fallback/tag-page-cache.server.ts";
import { createScanToken } from "#app/features/scans/submissions/finder-submissions.server.ts";
import { jobKinds, topics } from "#app/jobs.server.ts";
import { getTranslator } from "#app/locales/words.server.ts";
import { createAppContext, type OpenAppContext } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { readSettings } from "#app/platform/settings.server.ts";
import { query } from "#tests/databases.ts";
import { visitOf } from "#tests/visits.ts";
import { makeDataSet, sizesOf } from "./data-set.ts";
import type { BenchDatabase } from "./database.ts";
import type { Figure } from "./figures.ts";

const sizes = sizesOf(40, 10_000);
const queued = 10_000;
const maxSeconds = 60;

/** Opens an app context that uses this data folder. */
function openApp(databaseUrl: string, dataDir: string): Promise<OpenAppContext> {
  const settings = readSettings({ DATA_DIR: dataDir }, { root: process.cwd(), mode: "test" });
  const log = pino({ level: "warn" });
  return createAppContext(
    { ...settings, secret: "a-secret-of-the-benchmark-and-nothing-else" },
    { databaseUrl, log, jobKinds, topics, translator: getTranslator, quiet: true },
  );
}

/** Returns the elapsed seconds and the CPU seconds of this process while `work` runs. */
async function timed(work: () => Promise<unknown>) {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - began) / 1000, cpu: (user + system) / 1e6 };
}

const formatTime = ({ seconds, cpu }: Awaited<ReturnType<typeof timed>>) =>
  `${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s CPU`;

/** Measures the time until every tag's page can be served from a copy. */
async function refreshCopies(databaseUrl: string, dataDir: string) {
  const ctx = await openApp(databaseUrl, dataDir);
  const measured = await timed(() => refreshTagPages(ctx));
  await ctx.close();
  return measured;
}

/** Queues finders' submissions for many tags: of every ten, eight scans, one form and one location. */
async function fillQueue(ctx: OpenAppContext, codes: string[], count: number): Promise<void> {
  const work: Promise<void>[] = [];
  for (let n = 0; n < count; n += 10) {
    for (let scan = 0; scan < 8; scan++) {
      const visit = visitOf(codes[(n + scan) % codes.length] as string);
      const id = createId();
      const address = `10.${(n >> 8) % 256}.${n % 256}.${scan}`;
      work.push(queueSubmission(ctx, { id, kind: "scan", address, body: visit }));
      const body = { scan: createScanToken(ctx, id), visit };
      const form = { note: `Seen ${n}`, contact: "0100 000 0000" };
      if (scan === 0)
        work.push(
          queueSubmission(ctx, { id: createId(), kind: "have", address, body: { ...body, form, language: "en" } }),
        );
      else if (scan === 1)
        work.push(
          queueSubmission(ctx, {
            id: createId(),
            kind: "location",
            address,
            body: { ...body, form: { place: "By the river" } },
          }),
        );
    }
  }
  await Promise.all(work);
}

/**
 * Measures how long the tag page cache takes to fill at start-up, and how long the submissions queued during an outage
 * take to be delivered.
 */
export async function measureOutage(database: BenchDatabase): Promise<Figure[]> {
  const url = await makeDataSet(database, "outage", sizes);
  const folder = () => mkdtemp(path.join(database.folder, "data-"));
  const { rows } = await query(
    url,
    "select code from tags where owner_id is not null and status = 'active' order by code_key",
  );
  const codes = rows.map(({ code }) => code as string);
  const dataDir = await folder();
  const first = await refreshCopies(url, dataDir);
  const again = await refreshCopies(url, dataDir);

  const [one, two] = [await openApp(url, await folder()), await openApp(url, await folder())];
  const count = async (what: string) => Number((await query(url, `select count(*) as n from ${what}`)).rows[0].n);
  const [scans, conversations] = [await count("scan_records"), await count("conversations")];
  await fillQueue(one, codes, queued);
  const delivery = await timed(() => sendSubmissions(one));
  for (const ctx of [one, two]) await fillQueue(ctx, codes.slice(20_000), queued / 2);
  const ofTwo = await timed(() => Promise.all([one, two].map(sendSubmissions)));
  const left = one.fallback.submissionQueue.count() + two.fallback.submissionQueue.count();
  const [newScans, newConversations] = [
    (await count("scan_records")) - scans,
    (await count("conversations")) - conversations,
  ];
  for (const ctx of [one, two]) await ctx.close();
  return [
    { what: `Tag page cache: ${codes.length} pages at a first start`, measured: formatTime(first), beside: "" },
    {
      what: "… of which none changed since",
      measured: formatTime(again),
      beside: "",
    },
    {
      what: `Delivery of ${queued} queued submissions (of every ten, eight scans, one form, one location)`,
      measured: formatTime(delivery),
      beside: `≤ ${maxSeconds} s`,
      isMet: delivery.seconds <= maxSeconds,
    },
    {
      what: `… of ${queued / 2} by each of two queues concurrently, in one process`,
      measured: formatTime(ofTwo),
      beside: `≤ ${maxSeconds} s`,
      isMet: ofTwo.seconds <= maxSeconds,
    },
    {
      what: "… scans and conversations recorded, submissions left",
      measured: `${newScans}, ${newConversations}, ${left}`,
      beside: `${queued * 1.6}, ${queued * 0.2}, 0`,
      isMet: newScans === queued * 1.6 && newConversations === queued * 0.2 && left === 0,
    },
  ];
}
