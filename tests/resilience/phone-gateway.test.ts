// People would get the same phone message twice, or none, after the gateway was restarted.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { updateConsent } from "#app/features/phone/consent.server.ts";
import { receiveReceipt } from "#app/features/phone/hooks/receive.server.ts";
import { sendPhoneMessage } from "#app/features/phone/phone-messages.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createPhoneCarriers } from "#app/platform/phone/phone-carriers.server.ts";
import { readSettings } from "#app/platform/settings.server.ts";
import { createTestApp } from "#tests/test-app.ts";
import { fakeSecrets, type TakenMessage } from "../../dev/fake-carriers.ts";

const messages = 1_000;

let folder = "";
let gateway: ChildProcess;
let address = "";
let read = 0;

/** Starts the gateway as a separate process, at its previous address if it had one. */
async function startGateway(): Promise<void> {
  const port = address ? new URL(address).port : "0";
  const script = path.resolve("tests/resilience/gateway-process.ts");
  gateway = spawn(process.execPath, [script, port, path.join(folder, "ledger")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(gateway.stdout as Readable, "data")) as [Buffer];
  address = line.toString().trim();
}

/** Returns all messages that the gateway has accepted across restarts. */
async function readLedger(): Promise<TakenMessage[]> {
  const lines = (await readFile(path.join(folder, "ledger"), "utf8")).split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

folder = await mkdtemp(path.join(tmpdir(), "gateway-"));
await writeFile(path.join(folder, "ledger"), "");
await startGateway();
const env = {
  WHATSAPP_API_URL: `${address}/graph`,
  WHATSAPP_PHONE_ID: fakeSecrets.phoneNumberId,
  WHATSAPP_NUMBER: fakeSecrets.number,
  WHATSAPP_TOKEN: fakeSecrets.token,
  WHATSAPP_APP_SECRET: fakeSecrets.appSecret,
  WHATSAPP_VERIFY_TOKEN: fakeSecrets.verifyToken,
  TWILIO_API_URL: address,
  TWILIO_ACCOUNT_SID: fakeSecrets.accountSid,
  TWILIO_AUTH_TOKEN: fakeSecrets.authToken,
};
const settings = readSettings({ ...env, DATA_DIR: "/unused" }, { root: process.cwd(), mode: "test" });
const testApp = await createTestApp({
  env,
  site: { messages: { perDay: 100_000, smsAfterSeconds: 86_400 } },
  phone: createPhoneCarriers(settings, { info: () => undefined } as never),
});
afterAll(async () => {
  gateway.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

test("a gateway that is killed and restarted while processing 1,000 messages gets each of them once", {
  timeout: 300_000,
}, async () => {
  const { ctx } = testApp;
  const numbers = Array.from({ length: messages }, (_, at) => `+20100${String(1_000_000 + at)}`);
  for (const number of numbers) await updateConsent(ctx, number, "agreed", at(number));
  await withTransaction(ctx, async (tx) => {
    for (const [index, to] of numbers.entries())
      await sendPhoneMessage(tx, {
        ...{ subject: `step:${index}`, to, userId: null, language: at(to), template: "finder" },
        params: ["a", "b", `https://aleef.test/${index}`],
        first: index % 2 ? "sms" : "whatsapp",
      });
  });

  let kills = 0;
  for (let lives = 0; lives < 15 && (await waiting()) > 0; lives++) {
    const isOver = new AbortController();
    const killed = killAfter(read + 220, isOver.signal);
    await work();
    isOver.abort();
    if (await killed) {
      kills++;
      await startGateway();
    }
    // After the restart, sends receipts for messages that were accepted without a response.
    const taken = await readLedger();
    for (const { carrier, id, reference } of taken.slice(read))
      await receiveReceipt(ctx, {
        ...{ carrier, providerId: id, messageId: reference, reason: null, at: ctx.clock.now() },
        state: count(reference) === 1 ? "sent" : "delivered",
      });
    read = taken.length;
    testApp.setNow(new Date(ctx.clock.now().getTime() + 61_000));
  }
  expect(kills).toBeGreaterThan(3);
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

/** Kills the gateway once it has accepted this many messages. Returns whether it did. */
async function killAfter(taken: number, over: AbortSignal): Promise<boolean> {
  while (!over.aborted) {
    if ((await readFile(path.join(folder, "ledger"), "utf8")).split("\n").length > taken) {
      const gone = once(gateway, "exit");
      gateway.kill("SIGKILL");
      await gone;
      return true;
    }
    await pause(25);
  }
  return false;
}
