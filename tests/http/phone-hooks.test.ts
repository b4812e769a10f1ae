// Anybody could pretend that a friend agreed to our messages, or that one was delivered.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { updateConsent } from "#app/features/phone/consent.server.ts";
import { fakeSecrets, signBody, whatsAppWebhook } from "../../dev/fake-carriers.ts";
import { openSite } from "./site.ts";

const number = "+201001234567";
const site = await openSite({
  WHATSAPP_PHONE_ID: fakeSecrets.phoneNumberId,
  WHATSAPP_TOKEN: fakeSecrets.token,
  WHATSAPP_APP_SECRET: fakeSecrets.appSecret,
  WHATSAPP_VERIFY_TOKEN: fakeSecrets.verifyToken,
  WHATSAPP_NUMBER: fakeSecrets.number,
  TWILIO_API_URL: "http://127.0.0.1:9",
  TWILIO_ACCOUNT_SID: fakeSecrets.accountSid,
  TWILIO_AUTH_TOKEN: fakeSecrets.authToken,
});
await updateConsent(site.ctx, number, "agreed", "en");

const written = (text: string, id: string, at: Date) =>
  whatsAppWebhook({
    contacts: [{ wa_id: number.slice(1) }],
    messages: [
      {
        from: number.slice(1),
        id,
        timestamp: String(Math.floor(at.getTime() / 1000)),
        type: "text",
        text: { body: text },
      },
    ],
  });

const toWhatsApp = async (body: string, signature: string) => {
  const headers = { "x-hub-signature-256": signature, "content-type": "application/json" };
  return (await site.send("/hooks/whatsapp", { method: "POST", body, headers })).status;
};
const signed = (body: string) => toWhatsApp(body, signBody(fakeSecrets.appSecret, body));

/** Returns everything that webhooks may change. */
async function readState(): Promise<unknown> {
  const { rows } = await site.ctx.pool.query(
    `select (select json_agg(n order by n.number) from phone_numbers n) as numbers,
            (select count(*) from phone_inbound) as inbound, (select count(*) from phone_messages) as messages,
            (select count(*) from jobs.job where name like 'phone.%' and created_on > now() - interval '1 hour') as jobs`,
  );
  return rows[0];
}

const consent = async () => {
  const { rows } = await site.ctx.pool.query("select consent from phone_numbers where number = $1", [number]);
  return rows[0].consent;
};

test("10,000 forged webhooks of both carriers change nothing", { timeout: 300_000 }, async () => {
  const before = await readState();
  const statuses = new Set<number>();
  for (let at = 0; at < 10_000; at += 50)
    await Promise.all(
      Array.from({ length: 50 }, async (_, more) => {
        const mark = createHash("sha256")
          .update(String(at + more))
          .digest("hex");
        const body = written("STOP", `wamid.${mark}`, new Date());
        if ((at + more) % 2) statuses.add(await toWhatsApp(body, `sha256=${mark}`));
        else {
          const headers = {
            "x-twilio-signature": Buffer.from(mark, "hex").subarray(0, 20).toString("base64"),
            "content-type": "application/x-www-form-urlencoded",
          };
          const text = new URLSearchParams({ MessageSid: `SM${mark}`, From: number, Body: "STOP" }).toString();
          statuses.add((await site.send("/hooks/sms", { method: "POST", body: text, headers })).status);
        }
      }),
    );
  expect([...statuses]).toEqual([401]);
  expect(await readState()).toEqual(before);
});

describe("signed webhook", () => {
  test("takes effect once, however often it is repeated", async () => {
    const now = site.served.clock.now();
    const stop = written("stop", "wamid.once", now);
    expect(await signed(stop)).toBe(200);
    expect(await consent()).toBe("stopped");
    await updateConsent(site.ctx, number, "agreed", "en");
    for (let times = 0; times < 3; times++) expect(await signed(stop)).toBe(200);
    expect(await consent()).toBe("agreed");
  });

  test("older than a week can only withdraw consent", async () => {
    const weekAgo = new Date(site.served.clock.now().getTime() - 8 * 86_400_000);
    await updateConsent(site.ctx, number, "stopped");
    expect(await signed(written("start", "wamid.late-start", weekAgo))).toBe(200);
    expect(await consent()).toBe("stopped");
    await updateConsent(site.ctx, number, "agreed");
    expect(await signed(written("stop", "wamid.late-stop", weekAgo))).toBe(200);
    expect(await consent()).toBe("stopped");
  });
});
