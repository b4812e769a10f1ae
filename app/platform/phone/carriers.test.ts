// An owner would get no message by phone, or the same one twice because the connection broke.
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { fakeSecrets, startFakeCarriers, whatsAppWebhook } from "../../../dev/fake-carriers.ts";
import type { CarrierError } from "./carrier.server.ts";
import { createSms, readSmsHook, signTwilioRequest } from "./sms.server.ts";
import { createWhatsApp, isWhatsAppSigned, readWhatsAppWebhook, renderWhatsAppMessage } from "./whatsapp.server.ts";

const fake = await startFakeCarriers({ appUrl: () => "http://127.0.0.1:1" });
afterAll(() => fake.close());
beforeEach(() => fake.treat(() => "take"));

const message = {
  id: "0199aaaa-0000-7000-8000-000000000001",
  to: "+201001234567",
  language: "ar" as const,
  text: "أليف: عُثر على روكي",
  template: { name: "aleef_help", params: ["Omar", "Mona\nNassar", "", "https://aleef.test/help/x"] },
};

const whatsApp = () =>
  createWhatsApp({
    apiUrl: `${fake.url}/graph`,
    phoneNumberId: fakeSecrets.phoneNumberId,
    token: fakeSecrets.token,
    appSecret: fakeSecrets.appSecret,
    verifyToken: fakeSecrets.verifyToken,
  });
const { accountSid, authToken } = fakeSecrets;
const twilio = () => ({ apiUrl: fake.url, accountSid, authToken, from: "+15005550006" });
const sms = () => createSms(twilio(), "https://aleef.test");
const getFault = (sending: Promise<unknown>) =>
  sending.then(
    () => "taken",
    (error: CarrierError) => [error.fault, error.reason],
  );

describe("WhatsApp carrier", () => {
  test("renders messages as documented by the Cloud API; parameters have no line breaks and are never empty", () => {
    expect(renderWhatsAppMessage(message)).toEqual({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "201001234567",
      biz_opaque_callback_data: message.id,
      type: "template",
      template: {
        name: "aleef_help",
        language: { code: "ar" },
        components: [
          {
            type: "body",
            parameters: ["Omar", "Mona Nassar", "–", "https://aleef.test/help/x"].map((text) => ({
              type: "text",
              text,
            })),
          },
        ],
      },
    });
  });

  test("sends the text itself within the free-form window", () => {
    expect(renderWhatsAppMessage({ ...message, template: null })).toMatchObject({
      type: "text",
      text: { body: message.text },
    });
  });

  test.each([
    ["429", { status: 429, code: 130429 }, ["again", "whatsapp 130429"]],
    ["a limit per number pair, answered with 400", { status: 400, code: 131056 }, ["again", "whatsapp 131056"]],
    ["500", { status: 500 }, ["again", "whatsapp 500"]],
    ["a template that does not exist in the language", { status: 404, code: 132001 }, ["refused", "whatsapp 132001"]],
    ["a number without WhatsApp", { status: 400, code: 131026 }, ["refused", "whatsapp 131026"]],
  ])("classifies %s", async (_, how, fault) => {
    fake.treat(() => how);
    expect(await getFault(whatsApp().send(message))).toEqual(fault);
  });

  test("reports unknown if the connection breaks after the message was sent", async () => {
    fake.treat(() => "takeAndBreak");
    const before = fake.taken.length;
    expect(await getFault(whatsApp().send(message))).toEqual(["unknown", "unreachable"]);
    expect(fake.taken).toHaveLength(before + 1);
  });

  test("reports a retryable error if the connection is refused", async () => {
    const closed = await startFakeCarriers({ appUrl: () => "" });
    await closed.close();
    const gone = createWhatsApp({
      apiUrl: closed.url,
      phoneNumberId: "1",
      token: "",
      appSecret: "",
      verifyToken: "",
    });
    expect(await getFault(gone.send(message))).toEqual(["again", "unreachable"]);
  });

  test("accepts a signature only for its exact body (published example of the scheme)", () => {
    const secret = "It's a Secret to Everybody";
    const header = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
    expect(isWhatsAppSigned(secret, "Hello, World!", header)).toBe(true);
    expect(isWhatsAppSigned(secret, "Hello, World?", header)).toBe(false);
    for (const wrong of [null, "", "sha256=", "sha256=zz", `${header}00`, header.slice(0, -2)])
      expect(isWhatsAppSigned(secret, "Hello, World!", wrong)).toBe(false);
  });

  test("rejects ten thousand forged webhooks", () => {
    const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 0, maxLength: 64 });
    const now = new Date();
    const forged = fc.property(fc.string(), hex, (body, signature) => {
      expect(isWhatsAppSigned(fakeSecrets.appSecret, body, `sha256=${signature}`)).toBe(false);
      const headers = new Headers({ "x-twilio-signature": Buffer.from(signature, "hex").toString("base64") });
      expect(readSmsHook(twilio(), { url: "https://aleef.test/hooks/sms", body, headers, now })).toBe("unsigned");
    });
    fc.assert(forged, { numRuns: 10_000 });
  });

  test("reads each part of a webhook, skips unknown ones and ignores those for another number", () => {
    const status = {
      id: "wamid.1",
      status: "delivered",
      timestamp: "1750857384",
      biz_opaque_callback_data: message.id,
    };
    const text = {
      from: "16315551181",
      id: "ABGGFlA5Fpa",
      timestamp: "1504902988",
      type: "text",
      text: { body: "hi" },
    };
    const body = whatsAppWebhook({ statuses: [status, { id: 7 }, "x"], messages: [text, { type: "unsupported" }] });
    expect(readWhatsAppWebhook(JSON.parse(body), fakeSecrets.phoneNumberId)).toEqual({
      receipts: [
        {
          carrier: "whatsapp",
          providerId: "wamid.1",
          messageId: message.id,
          state: "delivered",
          reason: null,
          at: new Date(1750857384000),
        },
      ],
      inbound: [
        {
          carrier: "whatsapp",
          providerId: "ABGGFlA5Fpa",
          from: "+16315551181",
          text: "hi",
          at: new Date(1504902988000),
        },
      ],
    });
    expect(readWhatsAppWebhook(JSON.parse(body), "999")).toEqual({ receipts: [], inbound: [] });
    for (const other of [null, [], {}, { object: "page", entry: [] }])
      expect(readWhatsAppWebhook(other, "1")).toBeNull();
  });
});

describe("SMS carrier", () => {
  test("sends as documented by Twilio, with our message id in the address for reports", async () => {
    const { providerId } = await sms().send(message);
    expect(fake.taken.find(({ id }) => id === providerId)).toMatchObject({
      ...{ carrier: "sms", to: message.to, text: message.text, reference: message.id },
      callback: `https://aleef.test/hooks/sms?message=${message.id}`,
    });
  });

  test.each([
    ["too many requests", { status: 429, code: 20429 }, ["again", "twilio 20429"]],
    ["a full queue, answered with 400", { status: 400, code: 30001 }, ["again", "twilio 30001"]],
    ["a number that cannot receive SMS", { status: 400, code: 21614 }, ["refused", "twilio 21614"]],
  ])("classifies %s", async (_, how, fault) => {
    fake.treat(() => how);
    expect(await getFault(sms().send(message))).toEqual(fault);
  });

  test("signs like Twilio's documented example", () => {
    const form = {
      CallSid: "CA1234567890ABCDE",
      Caller: "+14158675310",
      Digits: "1234",
      From: "+14158675310",
      To: "+18005551212",
    };
    const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
    expect(signTwilioRequest("12345", url, form)).toBe("GvWf1cFY/Q7PnoempGyD5oXAezc=");
  });

  test("reads our message id from the URL of a Twilio report", () => {
    const url = `https://aleef.test/hooks/sms?message=${message.id}`;
    const form = { MessageSid: "SM1", MessageStatus: "undelivered", ErrorCode: "30003", To: "+201001234567" };
    const now = new Date("2026-11-23T10:00:00Z");
    const headers = new Headers({ "x-twilio-signature": signTwilioRequest(authToken, url, form) });
    const body = new URLSearchParams(form).toString();
    expect(readSmsHook(twilio(), { url, body, headers, now })).toMatchObject({
      receipts: [{ providerId: "SM1", messageId: message.id, state: "failed", reason: "twilio 30003" }],
    });
    expect(readSmsHook(twilio(), { url: `${url}0`, body, headers, now })).toBe("unsigned");
  });
});

describe("received media", () => {
  test("are named by the webhook, fetched with the token, and limited in size", async () => {
    const body = (content: object) =>
      JSON.parse(
        whatsAppWebhook({ messages: [{ from: "201001234567", id: "wamid.1", timestamp: "1795000000", ...content }] }),
      );
    const read = (content: object) => readWhatsAppWebhook(body(content), fakeSecrets.phoneNumberId)?.inbound[0];
    expect(read({ type: "image", image: { id: "11", mime_type: "image/jpeg", caption: "Him?" } })).toMatchObject({
      text: "Him?",
      media: { kind: "photo", id: "11" },
    });
    expect(read({ type: "audio", audio: { id: "12", voice: true } })).toMatchObject({
      text: "",
      media: { kind: "voice", id: "12" },
    });
    expect(read({ type: "video", video: { id: "13" } })).toMatchObject({ text: "", media: undefined });
    fake.media.set("11", new Uint8Array([1, 2, 3]));
    const { fetchMedia } = whatsApp();
    expect([...((await fetchMedia!("11", 10)) ?? [])]).toEqual([1, 2, 3]);
    expect(await fetchMedia!("11", 2)).toBeNull();
    expect(await fetchMedia!("99", 10)).toBeNull();
  });
});
