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
/** Limit of the 95th percentile in milliseconds, for e-mail and phone. */
const maxMs = 5_000;
const timeoutMs = 120_000;
const number = "+201001234567";
/** Languages of the pets' emergency contacts, half of them each. The contacts have a phone number only. */
const languages = ["en", "ar"] as const;
const contactOf = (at: number) => `+2010111${String(at).padStart(5, "0")}`;

/**
 * Measures how long a finder's message takes to reach the family's mailbox and phone while 1,800 e-mails about scans
 * are queued for a mail server that needs 200 ms per e-mail.
 */
export async function measureAlerts(): Promise<Figure[]> {
  const dataDir = await makeDataDir();
  const sink = await openMailSink(0, { delayMs: smtpMs });
  let appUrl = "";
  const carriers = await startFakeCarriers({ appUrl: () => appUrl, receipts: true });
  try {
    const app = await startApp({ DATA_DIR: dataDir, SMTP_URL: sink.url, ...carriers.env });
    appUrl = app.url;
    const databaseUrl = await databaseUrlOf(dataDir);
    const figures = await measureFinders(app.url, databaseUrl, sink.emails, carriers);
    const ofContacts = await measureContacts(databaseUrl, carriers);
    await app.stop();
    return [...figures, ...ofContacts];
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
  await query(
    databaseUrl,
    `insert into plan_periods (id, user_id, plan, starts_at, ends_at, month_day)
     values (gen_random_uuid(), '${userId}', 'rescue-plus', now() - interval '1 hour', now() + interval '1 day', 1)`,
  );
  for (const [at, { petId }] of targets.entries())
    await query(
      databaseUrl,
      `with known as (insert into phone_numbers (number, id, consent, language)
         values ('${contactOf(at)}', gen_random_uuid(), 'agreed', '${languages[at % 2]}'))
       insert into pet_contacts (id, pet_id, position, name, phone)
       values (gen_random_uuid(), '${petId}', 0, 'Samir', '${contactOf(at)}')`,
    );
  // Writes the same rows as the app: a notification of a scan, its delivery and its job.
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
  const about = `a finder's message while ${left} of ${waitingEmails} e-mails about scans are queued (${smtpMs} ms each)`;
  return [
    figureOf(`Notification: ${about}, to the family's mailbox`, waits),
    figureOf("… to the family's phone", phoneWaits),
  ];
}

/**
 * Measures the notification of emergency contacts when the family does not answer: from the time each pet's contact is
 * due until the carrier accepts the message. The e-mails about scans are still queued.
 */
async function measureContacts(databaseUrl: string, carriers: FakeCarriers): Promise<Figure[]> {
  const { rows } = await query(
    databaseUrl,
    `with due as (
       select e.conversation_id, c.phone, now() + row_number() over (order by c.phone) * interval '500 ms' as at
       from escalations e join pet_contacts c on c.pet_id = e.pet_id where e.stopped_at is null and c.phone like '+2010111%'),
     moved as (update escalations e set next_at = due.at from due where due.conversation_id = e.conversation_id
       returning due.phone, due.at),
     jobs as (select id, row_number() over (order by created_on) as place from jobs.job
       where name = 'scans.climb' and state = 'created' and start_after > now() + interval '2 minutes'),
     started as (update jobs.job j set start_after = now() + jobs.place * interval '500 ms' from jobs where jobs.id = j.id)
     select phone, at from moved`,
  );
  if (rows.length !== finders) throw new Error(`Of ${finders} escalations ${rows.length} were begun.`);
  const due = new Map<string, number>(rows.map(({ phone, at }: { phone: string; at: Date }) => [phone, at.getTime()]));
  const listSent = () => carriers.taken.filter(({ to, template }) => due.has(to) && template === "aleef_help");
  const deadline = performance.now() + timeoutMs;
  while (listSent().length < finders && performance.now() < deadline) await pause(50);
  return languages.map((language, at) => {
    const waits = Array.from({ length: finders / 2 }, (_, pair) => {
      const to = contactOf(2 * pair + at);
      const message = listSent().find((candidate) => candidate.to === to && candidate.language === language);
      return message ? message.at.getTime() - (due.get(to) ?? 0) : Number.POSITIVE_INFINITY;
    });
    return figureOf(
      `Notification: an emergency contact with a phone number only, in ${language === "en" ? "English" : "Arabic"}`,
      waits,
    );
  });
}

function figureOf(what: string, waits: number[]): Figure {
  const [middle, slow] = [percentile(waits, 0.5), percentile(waits, 0.95)];
  return {
    what: `${what}: p50 / p95`,
    measured: `${middle.toFixed(0)} / ${slow.toFixed(0)} ms`,
    beside: `p95 < ${maxMs} ms`,
    isMet: slow < maxMs,
  };
}
