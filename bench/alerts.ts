import { setTimeout as pause } from "node:timers/promises";
import { query } from "#tests/databases.ts";
import { openMailSink } from "#tests/mail-sink.ts";
import { databaseUrlOf, makeDataDir, startApp, tidyUp } from "#tests/resilience/app-process.ts";
import { type FakeCarriers, startFakeCarriers } from "../dev/fake-carriers.ts";
import { type Figure, percentile } from "./figures.ts";
import { request } from "./request.ts";
import { makeTargets } from "./tags-and-pets.ts";
import { visitorHeaders } from "./visitors.ts";

const waitingEmails = 1_800;
const finders = 20;
const smtpMs = 200;
/** Limit of the 95th percentile in milliseconds, for the mailbox and for the phone. */
const most = 5_000;
const timeoutMs = 120_000;
const number = "+201001234567";

/**
 * Measures how long a finder's words take to the family's mailbox and phone while 1,800 e-mails about scans wait at a mail
 * server that needs 200 ms for each.
 */
export async function measureAlerts(): Promise<Figure[]> {
  const dataDir = await makeDataDir();
  const sink = await openMailSink(0, { delayMs: smtpMs });
  let appUrl = "";
  const carriers = await startFakeCarriers({ appUrl: () => appUrl, receipts: true });
  try {
    const app = await startApp({ DATA_DIR: dataDir, SMTP_URL: sink.url, ...carriers.env });
    appUrl = app.url;
    const figures = await measureFinders(app.url, await databaseUrlOf(dataDir), sink.emails, carriers);
    await app.stop();
    return figures;
  } finally {
    await carriers.close();
    await tidyUp([dataDir]);
    await sink.close();
  }
}

async function measureFinders(
  url: string,
  databaseUrl: string,
  emails: { key?: string | undefined; at: number }[],
  carriers: FakeCarriers,
): Promise<Figure[]> {
  const owner = await query(databaseUrl, "select id from users where email = 'owner@aleef.test'");
  const userId = owner.rows[0].id;
  await query(databaseUrl, `update users set phone = '${number}', verified_phone = '${number}' where id = '${userId}'`);
  await query(
    databaseUrl,
    `insert into phone_numbers (number, id, consent, language) values ('${number}', gen_random_uuid(), 'agreed', 'en')
     on conflict (number) do update set consent = 'agreed'`,
  );
  const targets = await makeTargets(databaseUrl, finders, userId);
  // As the app writes them: one notification of a scan, its delivery, its job.
  await query(
    databaseUrl,
    `with made as (
       insert into notifications (id, user_id, kind, params, link, topic)
       select gen_random_uuid(), '${userId}', 'scan', '{"petName":"Rocky"}', '/dashboard', gen_random_uuid()::text
       from generate_series(1, ${waitingEmails}) returning id),
     sent as (insert into notification_deliveries (notification_id, channel) select id, 'email' from made)
     insert into jobs.job (name, data, priority) select 'alerts.email', jsonb_build_object('notificationId', id), 10 from made`,
  );
  const before = emails.length;
  const began = new Map<string, number>();
  const phoneBegan: number[] = [];
  for (const [at, { code }] of targets.entries()) {
    await pause(500);
    const headers = { ...visitorHeaders(at), "accept-encoding": "identity" };
    const page = (await request(`${url}/tag/${code}`, headers)).body.toString();
    const scan = /name="scan" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const start = performance.now();
    const answer = await fetch(`${url}/tag/${code}`, {
      method: "POST",
      redirect: "manual",
      headers: { ...visitorHeaders(at), origin: url, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ intent: "have", scan, note: `I have him ${at}`, name: `Karim ${at}` }),
    });
    if (answer.status >= 400) throw new Error(`A finder was answered with ${answer.status}.`);
    const topic = await query(
      databaseUrl,
      "select id from notifications where kind = 'found' order by id desc limit 1",
    );
    began.set(topic.rows[0].id, start);
    phoneBegan.push(start);
  }
  const mailed = () => new Map(emails.slice(before).map(({ key, at }) => [key ?? "", at]));
  const byPhone = () =>
    phoneBegan.map((_, at) => carriers.taken.find(({ params }) => params[0]?.startsWith(`Karim ${at} `))?.at);
  const deadline = performance.now() + timeoutMs;
  const isDone = () => [...began.keys()].every((id) => mailed().has(id)) && byPhone().every(Boolean);
  while (!isDone() && performance.now() < deadline) await pause(50);
  const left = waitingEmails - (emails.length - before);
  const arrived = mailed();
  const waits = [...began].map(([id, start]) => (arrived.get(id) ?? Number.POSITIVE_INFINITY) - start);
  const times = byPhone().map((at) => (at ? at.getTime() - performance.timeOrigin : Number.POSITIVE_INFINITY));
  const phoneWaits = phoneBegan.map((start, at) => (times[at] as number) - start);
  const about = `a finder's words, ${left} of ${waitingEmails} e-mails about scans still waiting (${smtpMs} ms each)`;
  return [figureOf(`Alert: ${about}, to the family's mailbox`, waits), figureOf("… to the family's phone", phoneWaits)];
}

function figureOf(what: string, waits: number[]): Figure {
  const [middle, slow] = [percentile(waits, 0.5), percentile(waits, 0.95)];
  return {
    what: `${what}: p50 / p95`,
    measured: `${middle.toFixed(0)} / ${slow.toFixed(0)} ms`,
    beside: `p95 < ${most} ms`,
    isReached: slow < most,
  };
}
