// If these fail, a stranger signs in with a guessed code, keeps an owner from theirs, or spends the operator's money.
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { type CodeRequest, consumePhoneCode, sendPhoneCode } from "./codes.server.ts";
import { updateConsent } from "./consent.server.ts";
import { phoneMessages } from "./phone.tables.server.ts";
import { sendPhoneMessage } from "./phone-messages.server.ts";

const testApp = await createTestApp();
const { ctx, phoneMessages: sent, runJobs } = testApp;

let made = 0;
let number = "";
beforeEach(() => {
  number = `+2010077${String(10_000 + ++made)}`;
  sent.length = 0;
});

const owner = { browser: "browser-of-the-owner", address: "198.51.100.7" };
const request = (more: Partial<CodeRequest> = {}): CodeRequest => ({
  ...{ number, purpose: "signIn", userId: null, language: "en", first: "sms", ...owner },
  ...more,
});
const networkOf = (at: number) => `100.${64 + (at % 60)}.${Math.floor(at / 60)}.1`;
const isRefused = (work: Promise<unknown>) =>
  work.then(
    () => false,
    () => true,
  );

async function requestCode(): Promise<string> {
  await sendPhoneCode(ctx, request());
  await runJobs();
  return /\d{6}/.exec(sent.findLast(({ to }) => to === number)?.text ?? "")?.[0] ?? "";
}

describe("code that a browser asked for", () => {
  test("is not touched by 1,000 wrong tries of strangers from 100 networks, nor by their own requests", async () => {
    const code = await requestCode();
    const wrong = code === "000000" ? "111111" : "000000";
    for (let at = 0; at < 1_000; at += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, one) => {
          const stranger = { browser: `stranger-${(at + one) % 100}`, address: networkOf((at + one) % 100) };
          return isRefused(consumePhoneCode(ctx, { ...request(stranger), code: one % 2 ? wrong : code }));
        }),
      ).then((refused) => expect(refused).not.toContain(false));
    for (let at = 0; at < 100; at++)
      await isRefused(sendPhoneCode(ctx, request({ browser: `stranger-${at}`, address: networkOf(at) })));
    await consumePhoneCode(ctx, { ...request(), code });
  });

  test("ends after five wrong tries of that browser", async () => {
    const code = await requestCode();
    for (let at = 0; at < 5; at++)
      await expect(consumePhoneCode(ctx, { ...request(), code: "12345" })).rejects.toMatchObject({
        code: "phone.wrongCode",
      });
    await expect(consumePhoneCode(ctx, { ...request(), code })).rejects.toMatchObject({ code: "phone.wrongCode" });
  });

  test("is right also in a network that has used up its wrong tries", async () => {
    for (let at = 0; at < 40; at++)
      await isRefused(consumePhoneCode(ctx, { ...request({ browser: `other-${at}` }), code: "000000" }));
    const code = await requestCode();
    await consumePhoneCode(ctx, { ...request(), code });
  });
});

describe("codes to one number", () => {
  test("of one network and its known browsers are limited, whatever account they belong to", async () => {
    let given = 0;
    for (let at = 0; at < 150; at++) {
      const refused = await isRefused(
        sendPhoneCode(ctx, request({ browser: `bred-${at}`, address: "203.0.113.9", isKnownBrowser: true })),
      );
      if (!refused) given++;
    }
    // Three of the number, three of its known browsers.
    expect(given).toBe(6);
  });

  test("of 50 networks within an hour are at most five for unknown browsers", async () => {
    let given = 0;
    for (let at = 0; at < 50; at++)
      if (!(await isRefused(sendPhoneCode(ctx, request({ browser: `b-${at}`, address: networkOf(at) }))))) given++;
    expect(given).toBe(5);
    // A browser that has signed in before still gets its code.
    await sendPhoneCode(ctx, request({ isKnownBrowser: true }));
  });

  test("of one account that verifies numbers are ten a day", async () => {
    const { id: userId } = await createTestUser(ctx);
    let given = 0;
    for (let at = 0; at < 15; at++) {
      const asked = { number: `+2010088${10_000 + made * 100 + at}`, address: networkOf(at), userId, browser: null };
      if (!(await isRefused(sendPhoneCode(ctx, request({ ...asked, purpose: "verify" }))))) given++;
    }
    expect(given).toBe(10);
  });
});

test("a country whose codes of the day are used up is slowed down to one an hour in each network, never closed", async () => {
  const small = await createTestApp({ site: { messages: { codesPerCountry: 5 } } });
  const ask = (at: number, address: string, isKnownBrowser = false) =>
    isRefused(
      sendPhoneCode(small.ctx, { ...request({ address, isKnownBrowser }), number: `+2010099${String(10_000 + at)}` }),
    );
  for (let at = 0; at < 5; at++) expect(await ask(at, "203.0.113.9")).toBe(false);
  expect(await ask(6, "203.0.113.9")).toBe(false);
  expect(await ask(7, "203.0.113.9")).toBe(true);
  for (let at = 0; at < 20; at++) expect(await ask(10 + at, networkOf(at))).toBe(false);
  expect(await ask(40, "203.0.113.9", true)).toBe(false);
});

test("a fifth of the day's messages belongs to finders and emergency contacts: codes and news cannot use it", async () => {
  const small = await createTestApp({ site: { messages: { perDay: 10 } } });
  await updateConsent(small.ctx, number, "agreed", "en");
  let subject = 0;
  const outcome = async (template: "news" | "finder") => {
    const message = { subject: `${template}:${subject++}`, to: number, userId: null, language: "en" as const };
    await withTransaction(small.ctx, (tx) => sendPhoneMessage(tx, { ...message, template, params: ["a", "b", "c"] }));
    await small.runJobs();
    const [row] = await small.ctx.db.select().from(phoneMessages).where(eq(phoneMessages.subject, message.subject));
    return row?.reason ?? row?.state;
  };
  const news = [];
  for (let at = 0; at < 7; at++) news.push(await outcome("news"));
  expect(news.filter((state) => state === "budget")).toHaveLength(1);
  for (let at = 0; at < 4; at++)
    await sendPhoneCode(small.ctx, { ...request({ address: networkOf(at) }), number: `+2010066${10_000 + at}` });
  await small.runJobs();
  const refused = await small.ctx.db.$count(
    phoneMessages,
    and(eq(phoneMessages.template, "code"), eq(phoneMessages.reason, "budget")),
  );
  expect(refused).toBe(2);
  expect([await outcome("finder"), await outcome("finder"), await outcome("finder")]).toEqual([
    "sent",
    "sent",
    "budget",
  ]);
});
