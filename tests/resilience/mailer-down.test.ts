// An owner would not even get the push message while the mail server is down.
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../bench/free-port.ts";
import { type MailSink, openMailSink } from "../mail-sink.ts";
import { startApp } from "./app-process.ts";
import { demoDataDir } from "./data-dirs.ts";
import { scan, signIn } from "./people.ts";
import { openPushService } from "./push-service.ts";

/** Maximum number of e-mails about one tag and network in a quarter of an hour. */
const scans = 6;
const pushService = await openPushService();
const mailPort = await freePort();
let sink: MailSink | undefined;
// They wait for the app, which is ended first.
afterAll(() => pushService.close());
afterAll(() => sink?.close());
const app = await startApp({
  DATA_DIR: await demoDataDir(),
  SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  PUSH_HOSTS: pushService.host,
  NODE_TLS_REJECT_UNAUTHORIZED: "0",
});

/** Returns the delivery states that the owner sees on a scan's page, one line per channel. */
async function shownStates(cookie: string, scanId: string): Promise<string[]> {
  const answer = await fetch(`${app.url}/dashboard/scan-details/${scanId}`, { headers: { cookie } });
  const words = (await answer.text()).replace(/<script[\s\S]*?<\/script>|<!-- -->/g, "").replace(/<[^>]+>/g, "\n");
  return words.split("\n").filter((line) => /^(Email|Push): /.test(line));
}

test("while the mail server is down pushes arrive and e-mails wait; afterwards each e-mail is sent once", {
  timeout: 180_000,
}, async () => {
  const cookie = await signIn(app.url);
  const switchedOn = await fetch(`${app.url}/push`, {
    method: "POST",
    headers: { cookie, origin: app.url, "content-type": "application/json" },
    body: JSON.stringify({ on: pushService.device }),
  });
  expect(await switchedOn.json()).toEqual({ ok: true });

  const seen = await Promise.all(Array.from({ length: scans }, (_, at) => scan(app.url, "DEMO-LINKED", at)));
  expect(seen.map(({ status }) => status)).toEqual(Array(scans).fill(200));
  await expect.poll(() => pushService.taken(), { timeout: 30_000 }).toBe(scans);
  for (const { id } of seen)
    await expect
      .poll(() => shownStates(cookie, id), { timeout: 30_000 })
      .toEqual(["Email: waiting", "Push: delivered"]);

  sink = await openMailSink(mailPort);
  for (const { id } of seen)
    await expect
      .poll(() => shownStates(cookie, id), { timeout: 60_000, interval: 200 })
      .toEqual(["Email: delivered", "Push: delivered"]);
  const toOwner = sink.emails
    .filter((message) => message.to.includes("owner@aleef.test"))
    .map((message) => message.key);
  expect(toOwner).toHaveLength(new Set(toOwner).size);
  expect(toOwner.length).toBeGreaterThanOrEqual(scans);
  expect(pushService.taken()).toBe(scans);
  expect(await app.stop()).toBe(0);
});
