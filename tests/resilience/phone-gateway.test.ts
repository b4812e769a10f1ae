import { afterAll, beforeAll, expect, test } from "vitest";
import { setConsent } from "#app/features/phone/consent.server.ts";
import { receiveReceipt } from "#app/features/phone/hooks/receive.server.ts";
import { sendPhoneMessage } from "#app/features/phone/phone-messages.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { createPhoneCarriers } from "#app/platform/phone/phone-carriers.server.ts";
import { readSettings } from "#app/platform/settings.server.ts";
import { createTestApp, type TestApp } from "#tests/test-app.ts";
import { type FakeCarriers, startFakeCarriers, type TakenMessage } from "../../dev/fake-carriers.ts";

const messages = 1_000;

let testApp: TestApp;
let gateway: FakeCarriers;
/** What the carriers took over all their lives. */
const taken: TakenMessage[] = [];
const port = () => Number(new URL(gateway.url).port);
const open = (at?: number) =>
  startFakeCarriers({ appUrl: () => "", onTaken: (one) => taken.push(one), ...(at && { port: at }) });

beforeAll(async () => {
  gateway = await open();
  const settings = readSettings({ ...gateway.env, DATA_DIR: "/unused" }, { root: process.cwd(), mode: "test" });
  testApp = await createTestApp({
    env: { ...gateway.env, PHONE_MESSAGES_PER_DAY: "100000", SMS_AFTER_SECONDS: "86400" },
    phone: createPhoneCarriers(settings, { info: () => undefined } as never),
  });
});
afterAll(async () => {
  await testApp.close();
  await gateway.close();
});

test("a gateway that is killed and revived under 1,000 messages takes each of them once", {
  timeout: 120_000,
}, async () => {
  const { ctx } = testApp;
  const numbers = Array.from({ length: messages }, (_, at) => `+20100${String(1_000_000 + at)}`);
  for (const number of numbers) await setConsent(ctx, number, "agreed", at(number));
  await transaction(ctx, async (tx) => {
    for (const [index, to] of numbers.entries())
      await sendPhoneMessage(tx, {
        ...{ subject: `step:${index}`, to, userId: null, language: at(to), template: "help" },
        params: ["a", "b", "c", `https://aleef.test/${index}`],
        first: index % 2 ? "sms" : "whatsapp",
      });
  });

  /** Every seventh is taken without an answer; and after so many more the gateway is gone. */
  const breakAfter = (after: number) => {
    let asked = 0;
    gateway.treat(() => {
      asked++;
      if (asked > after) void gateway.close();
      return asked % 7 === 0 || asked > after ? "takeAndBreak" : "take";
    });
  };
  let deaths = 0;
  for (let lives = 0; lives < 15 && (await waiting()) > 0; lives++) {
    breakAfter(170);
    await work();
    if (!(await isAlive())) {
      deaths++;
      gateway = await open(port());
    }
    // Once it is back it reports on what it took without having said so.
    for (const { carrier, id, reference } of taken.splice(0))
      await receiveReceipt(ctx, {
        ...{ carrier, providerId: id, messageId: reference, reason: null, at: ctx.clock.now() },
        state: count(reference) === 1 ? "sent" : "delivered",
      });
    testApp.setNow(new Date(ctx.clock.now().getTime() + 61_000));
  }
  expect(deaths).toBeGreaterThan(3);
  expect(await waiting()).toBe(0);
  expect(counts.size).toBe(messages);
  expect([...counts.values()].filter((times) => times > 1)).toEqual([]);
  const { rows } = await ctx.pool.query("select state, count(*)::int from phone_messages group by state");
  expect(rows).toEqual([{ state: "sent", count: messages }]);
});

const at = (number: string) => (Number(number.slice(-1)) % 2 ? "ar" : "en");
const counts = new Map<string, number>();
function count(reference: string): number {
  counts.set(reference, (counts.get(reference) ?? 0) + 1);
  return counts.get(reference) ?? 0;
}

async function waiting(): Promise<number> {
  const { rows } = await testApp.ctx.pool.query("select count(*)::int from phone_messages where state = 'waiting'");
  return rows[0].count;
}

async function work(): Promise<void> {
  await testApp.ctx.pool.query("update jobs.job set start_after = now() where state = 'retry'");
  await testApp.runJobs();
}

const isAlive = () =>
  fetch(`${gateway.url}/`).then(
    () => true,
    () => false,
  );
