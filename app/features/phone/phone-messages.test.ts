// An owner would miss the one message about their pet, or the operator would pay for it twice.
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { Clock } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { CarrierError, type CarrierMessage, type Receipt } from "#app/platform/phone/carrier.server.ts";
import { createTestApp } from "#tests/test-app.ts";
import { updateConsent } from "./consent.server.ts";
import { receiveInbound, receiveReceipt } from "./hooks/receive.server.ts";
import { isNewer, type PhoneState, phoneStates, readAnswer, readCommand } from "./phone.rules.ts";
import { phoneMessages, phoneNumbers } from "./phone.tables.server.ts";
import { sendPhoneMessage } from "./phone-messages.server.ts";

let answer: (message: CarrierMessage) => void = () => undefined;
const sent: (CarrierMessage & { by: string })[] = [];
const carrier = (name: "whatsapp" | "sms") => ({
  name,
  kind: "provider" as const,
  async send(message: CarrierMessage) {
    answer(message);
    sent.push({ ...message, by: name });
    return { providerId: `${name}.${message.id}` };
  },
});
const testApp = await createTestApp({ phone: { whatsapp: carrier("whatsapp"), sms: carrier("sms") } });

let made = 0;
let number = "";
const start = new Date("2026-11-21T12:00:00Z");
beforeEach(async () => {
  testApp.setNow(start);
  answer = () => undefined;
  sent.length = 0;
  number = `+2010012${String(10_000 + ++made)}`;
  await updateConsent(testApp.ctx, number, "agreed", "ar");
});

const alert = (subject = `step:${made}`) =>
  withTransaction(testApp.ctx, (tx) =>
    sendPhoneMessage(tx, {
      subject,
      to: number,
      userId: null,
      language: "ar",
      template: "finder",
      params: ["Rocky", "Someone has found Rocky.", "https://aleef.test/f/x"],
    }),
  );
const rows = () =>
  testApp.ctx.db.select().from(phoneMessages).where(eq(phoneMessages.number, number)).orderBy(phoneMessages.id);
const states = async () =>
  (await rows()).map(({ carrier, state, reason }) => [carrier, state, reason].filter(Boolean).join(" "));
const later = (seconds: number) => testApp.setNow(testApp.ctx.clock.in(seconds * 1000));
/** Runs all due jobs, including delayed retries. */
async function work() {
  await testApp.ctx.pool.query("update jobs.job set start_after = now() where state = 'retry'");
  await testApp.runJobs();
}
async function report(state: Receipt["state"], carrier: "whatsapp" | "sms" = "whatsapp", more: Partial<Receipt> = {}) {
  const row = (await rows()).find((one) => one.carrier === carrier);
  const at = testApp.ctx.clock.now();
  const providerId = `${carrier}.${row?.id}`;
  await receiveReceipt(testApp.ctx, { carrier, providerId, messageId: null, state, reason: null, at, ...more });
}

describe("phone message", () => {
  test("is sent once, by WhatsApp, in its language and with its link", async () => {
    await alert();
    await alert();
    await work();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ by: "whatsapp", to: number, template: { name: "aleef_finder" } });
    expect(sent[0]?.text).toContain("https://aleef.test/f/x");
    expect(sent[0]?.text).toContain("«إيقاف»");
    expect(await states()).toEqual(["whatsapp sent"]);
  });

  test("is not followed by an SMS when delivered within a minute", async () => {
    await alert();
    await work();
    await report("delivered");
    later(70);
    await work();
    expect(await states()).toEqual(["whatsapp delivered"]);
  });

  test("is followed by one SMS when accepted but never delivered", async () => {
    await alert();
    await work();
    later(70);
    await work();
    later(700);
    await work();
    expect(sent.map(({ by }) => by)).toEqual(["whatsapp", "sms"]);
    await report("delivered", "sms");
    expect(await states()).toEqual(["whatsapp sent", "sms delivered"]);
  });

  test("is followed by an SMS immediately when WhatsApp fails", async () => {
    await alert();
    await work();
    await report("failed", "whatsapp", { reason: "whatsapp 131026" });
    await work();
    expect(await states()).toEqual(["whatsapp failed whatsapp 131026", "sms sent"]);
  });

  test("is sent as an SMS in its language when its template is rejected", async () => {
    answer = ({ template }) => {
      if (template && sent.length === 0 && answered++ === 0) throw new CarrierError("refused", "whatsapp 132001");
    };
    let answered = 0;
    await alert();
    await work();
    expect(sent.map(({ by, language }) => [by, language])).toEqual([["sms", "ar"]]);
  });

  test("is retried while the carrier is down and sent once when it is back", async () => {
    answer = () => {
      throw new CarrierError("again", "http 503");
    };
    await alert();
    for (let tries = 0; tries < 3; tries++) await work();
    expect((await rows())[0]).toMatchObject({ state: "waiting", attempts: 3, reason: "http 503" });
    answer = () => undefined;
    await work();
    expect(sent).toHaveLength(1);
    expect(await states()).toEqual(["whatsapp sent"]);
  });

  test("without a response is not sent again when a receipt shows that it was accepted", async () => {
    answer = () => {
      throw new CarrierError("unknown", "unreachable");
    };
    await alert();
    await work();
    expect(await states()).toEqual(["whatsapp waiting unanswered"]);
    answer = () => undefined;
    await work();
    expect(sent, "not before a minute has passed").toHaveLength(0);
    const [row] = await rows();
    await report("sent", "whatsapp", { providerId: "wamid.late", messageId: row!.id });
    later(61);
    await work();
    expect(sent.filter(({ by }) => by === "whatsapp")).toHaveLength(0);
    expect((await rows())[0]).toMatchObject({ state: "sent", providerId: "wamid.late" });
  });

  test("without a response and receipt is sent again after a minute", async () => {
    answer = () => {
      throw new CarrierError("unknown", "unreachable");
    };
    await alert();
    await work();
    answer = () => undefined;
    later(61);
    await work();
    expect(sent.filter(({ by }) => by === "whatsapp")).toHaveLength(1);
  });

  test("of a process killed while sending waits a minute for its receipt", async () => {
    await alert();
    await testApp.ctx.db.update(phoneMessages).set({ triedAt: testApp.ctx.clock.now(), attempts: 1 });
    await work();
    expect(sent).toHaveLength(0);
    later(61);
    await work();
    expect(sent.filter(({ by }) => by === "whatsapp")).toHaveLength(1);
  });

  test("to a country that is not served is not sent", async () => {
    number = "+442079460018";
    await updateConsent(testApp.ctx, number, "agreed", "en");
    await alert("abroad");
    await work();
    expect(sent).toEqual([]);
    expect(await states()).toEqual(["whatsapp failed notServed"]);
  });

  test("within 24 hours of a received message is sent as free text", async () => {
    const at = testApp.ctx.clock.now();
    await receiveInbound(testApp.ctx, {
      carrier: "whatsapp",
      providerId: `in.${made}`,
      from: number,
      text: "hello",
      at,
    });
    await alert();
    await work();
    expect(sent[0]).toMatchObject({ template: null });
    later(25 * 3600);
    await alert("next day");
    await work();
    expect(sent.at(-1)?.template?.name).toBe("aleef_finder");
  });
});

describe("consent", () => {
  test.each(["unasked", "stopped"] as const)("a number that is %s gets no messages", async (consent) => {
    await updateConsent(testApp.ctx, number, consent);
    expect(await alert()).toBe(false);
    await work();
    expect(await rows()).toEqual([]);
  });

  test("one word stops all messages, including queued ones and SMS fallbacks", async () => {
    await alert();
    await alert("another");
    const at = testApp.ctx.clock.now();
    await receiveInbound(testApp.ctx, {
      carrier: "whatsapp",
      providerId: `stop.${made}`,
      from: number,
      text: " إيقاف!",
      at,
    });
    later(70);
    await work();
    // Only the confirmation, in the chat in which the number wrote.
    expect(sent.map(({ by, text }) => [by, text])).toEqual([
      ["whatsapp", testApp.ctx.translator("ar")("finderPage.whatsapp.stoppedContact")],
    ]);
    expect(await states()).toEqual(["whatsapp failed stopped", "whatsapp failed stopped", "whatsapp sent"]);
  });

  test("a repeated webhook changes nothing, also after the consent changed", async () => {
    const inbound = { carrier: "whatsapp" as const, from: number, at: testApp.ctx.clock.now() };
    const consentNow = async () =>
      (await testApp.ctx.db.select().from(phoneNumbers).where(eq(phoneNumbers.number, number)))[0]?.consent;
    await receiveInbound(testApp.ctx, { ...inbound, providerId: `a.${made}`, text: "STOP" });
    await receiveInbound(testApp.ctx, { ...inbound, providerId: `b.${made}`, text: "ابدأ" });
    await receiveInbound(testApp.ctx, { ...inbound, providerId: `a.${made}`, text: "STOP" });
    expect(await consentNow()).toBe("unasked");
  });

  test("in any order, the last word about messages counts, and the 24 hours begin with the latest", async () => {
    const at = (seconds: number) => new Date(start.getTime() - 60_000 + seconds * 1000);
    const send = (seconds: number, text: string) =>
      receiveInbound(testApp.ctx, {
        ...{ carrier: "whatsapp", from: number, text, at: at(seconds) },
        providerId: `order.${made}.${seconds}`,
      });
    const read = async () =>
      (await testApp.ctx.db.select().from(phoneNumbers).where(eq(phoneNumbers.number, number)))[0];
    await updateConsent({ ...testApp.ctx, clock: new Clock(() => at(0)) }, number, "agreed", "ar");
    await send(20, "STOP");
    await send(10, "ابدأ");
    expect(await read()).toMatchObject({ consent: "stopped", windowUntil: new Date(at(20).getTime() + 86_400_000) });
    await send(30, "ابدأ");
    expect((await read())?.consent).toBe("unasked");
  });

  test.each<[string, "whatsapp" | "sms", ReturnType<typeof readCommand>]>([
    ["STOP", "whatsapp", "stop"],
    ["  stop. ", "sms", "stop"],
    ["ايقاف", "whatsapp", "stop"],
    ["Unsubscribe", "whatsapp", "stop"],
    // Carriers of SMS block a number after these by themselves; in a chat they are words to somebody.
    ["END", "sms", "stop"],
    ["END", "whatsapp", null],
    ["cancel", "whatsapp", null],
    ...["No", "لا", "قف", "إلغاء", "كفى", "Yes", "نعم", "OK", "تمام"].map(
      (word) => [word, "whatsapp", null] as [string, "whatsapp", null],
    ),
    ["start", "sms", "start"],
    ["ابدأ", "whatsapp", "start"],
    ["I have the dog, stop calling", "whatsapp", null],
    ["", "whatsapp", null],
  ])("readCommand(%j, %s) returns %s", (text, by, command) => expect(readCommand(text, by)).toBe(command));

  test.each([
    ["Yes!", "yes"],
    ["نعم", "yes"],
    ["No", "no"],
    ["لا.", "no"],
    ["No, he is fine", null],
    ["", null],
  ])("readAnswer(%j) returns %s", (text, answer) => expect(readAnswer(text)).toBe(answer));
});

describe("receipts", () => {
  test("result in the same state in any order and number", async () => {
    const reported = fc.array(fc.constantFrom<PhoneState>("sent", "delivered", "read"), { maxLength: 8 });
    fc.assert(
      fc.property(reported, (order) => {
        const end = (all: PhoneState[]) =>
          all.reduce<PhoneState>((known, next) => (isNewer(known, next) ? next : known), "waiting");
        const latest = phoneStates.filter((state) => order.includes(state)).at(-1) ?? "waiting";
        expect(end(order)).toBe(latest);
      }),
    );
  });

  test("of failure after delivery, older than a week or of unknown messages change nothing", async () => {
    await alert();
    await work();
    await report("read");
    for (const state of ["failed", "sent", "delivered"] as const) await report(state);
    expect(await states()).toEqual(["whatsapp read"]);
    await alert("second");
    await work();
    const second = (await rows()).find(({ subject }) => subject === "second");
    const old = new Date(start.getTime() - 8 * 86_400_000);
    const providerId = `whatsapp.${second?.id}`;
    await receiveReceipt(testApp.ctx, {
      carrier: "whatsapp",
      providerId,
      messageId: null,
      state: "failed",
      reason: null,
      at: old,
    });
    await receiveReceipt(testApp.ctx, {
      carrier: "whatsapp",
      providerId: "wamid.none",
      messageId: "x",
      state: "failed",
      reason: null,
      at: start,
    });
    expect(await states()).toEqual(["whatsapp read", "whatsapp sent"]);
  });

  test("of delivery after a failure mark the number as reachable", async () => {
    await alert();
    await work();
    await report("failed");
    await report("delivered");
    expect((await states())[0]).toBe("whatsapp delivered");
  });

  test("of several messages, in any order, keep when the number was last reached", async () => {
    await alert();
    await alert(`second:${made}`);
    await work();
    const [first, second] = await rows();
    const deliver = (message: { id: string }, at: Date) =>
      receiveReceipt(testApp.ctx, {
        ...{ carrier: "whatsapp", providerId: `whatsapp.${message.id}`, messageId: null },
        ...{ state: "delivered", reason: null, at },
      });
    await deliver(second!, start);
    await deliver(first!, new Date(start.getTime() - 3_600_000));
    const [row] = await testApp.ctx.db.select().from(phoneNumbers).where(eq(phoneNumbers.number, number));
    expect(row?.reachedAt).toEqual(start);
  });
});

test("the daily budget stops routine messages first, then all others, and resets the next day", async () => {
  const small = await createTestApp({ site: { messages: { perDay: 5 } } });
  const ctx = small.ctx;
  await updateConsent(ctx, number, "agreed", "ar");
  const send = async (subject: string, template: "news" | "finder") => {
    const message = { subject, to: number, userId: null, language: "en", template, params: ["a", "b", "c"] } as const;
    await withTransaction(ctx, (tx) => sendPhoneMessage(tx, { ...message, params: [...message.params] }));
    await small.runJobs();
    const [row] = await ctx.db.select().from(phoneMessages).where(eq(phoneMessages.subject, subject));
    return row?.reason ?? row?.state;
  };
  const came = [];
  for (let at = 0; at < 5; at++) came.push(await send(`news ${at}`, "news"));
  for (let at = 0; at < 2; at++) came.push(await send(`finder ${at}`, "finder"));
  expect(came).toEqual(["sent", "sent", "sent", "budget", "budget", "sent", "sent"]);
  expect(await send("finder 2", "finder")).toBe("budget");
  small.setNow("2026-11-22T10:00:00Z");
  expect(await send("next day", "news")).toBe("sent");
});
