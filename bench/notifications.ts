import { query } from "#tests/databases.ts";
import type { MailSink } from "#tests/mail-sink.ts";
import { openLiveStream } from "#tests/resilience/live-stream.ts";
import { type Scan, scan, signIn } from "#tests/resilience/people.ts";
import { type Figure, percentile } from "./figures.ts";
import { makeTargets } from "./tags-and-pets.ts";

const scans = 200;
const perSecond = 20;
/** Enough tags that rate limits hold back no e-mail. */
const tagCount = 40;
const timeoutMs = 30_000;
/** Limit of the 95th percentile in milliseconds. */
const maxLiveMs = 1_000;
const maxMailMs = 5_000;

interface Sent extends Scan {
  began: number;
}

/** Measures the time from a scan to the owner's open page and to the mail server. */
export async function measureNotifications(url: string, databaseUrl: string, sink: MailSink): Promise<Figure[]> {
  const email = "owner@aleef.test";
  const owner = await query(databaseUrl, `select id from users where email = '${email}'`);
  const targets = await makeTargets(databaseUrl, tagCount, owner.rows[0].id);
  const stream = await openLiveStream(url, await signIn(url, email));
  sink.emails.length = 0;

  const sent = await Promise.all(
    Array.from({ length: scans }, async (_, number): Promise<Sent> => {
      await new Promise((next) => setTimeout(next, (number * 1000) / perSecond));
      const began = performance.now();
      return { ...(await scan(url, targets[number % tagCount]!.code, number)), began };
    }),
  );
  const refused = sent.filter((one) => one.status !== 200).length;
  if (refused > 0) throw new Error(`${refused} of ${scans} scans were not answered with 200.`);
  const { rows } = await query(databaseUrl, "select id, topic from notifications where kind = 'scan'");
  const notificationOf = new Map<string, string>(rows.map((row) => [row.topic, row.id]));
  // E-mails of the demo data may still arrive; they are not counted.
  const arrived = (times: Map<string, number>) =>
    sent.filter(({ id }) => times.has(notificationOf.get(id) ?? "")).length;
  const live = () => new Map(stream.notifications.map(({ id, at }) => [id, at]));
  const mailed = () => new Map(sink.emails.map(({ key, at }) => [key ?? "", at]));
  const deadline = performance.now() + timeoutMs;
  while ((arrived(live()) < scans || arrived(mailed()) < scans) && performance.now() < deadline)
    await new Promise((next) => setTimeout(next, 50));
  stream.close();

  const waits = (times: Map<string, number>) =>
    sent.map(({ id, began }) => (times.get(notificationOf.get(id) ?? "") ?? Number.POSITIVE_INFINITY) - began);
  return [
    figureOf(
      `Notification: from the scan to the owner's open page (${scans} scans, ${perSecond} per second)`,
      waits(live()),
      maxLiveMs,
    ),
    figureOf("… to the mail server", waits(mailed()), maxMailMs),
  ];
}

function figureOf(what: string, waits: number[], maxMs: number): Figure {
  const arrived = waits.filter(Number.isFinite).length;
  const [middle, slow] = [percentile(waits, 0.5), percentile(waits, 0.95)];
  return {
    what: `${what}: p50 / p95`,
    measured: `${middle.toFixed(0)} / ${slow.toFixed(0)} ms, ${arrived} arrived`,
    beside: `p95 < ${maxMs} ms, ${waits.length} arrived`,
    isMet: slow < maxMs && arrived === waits.length,
  };
}
