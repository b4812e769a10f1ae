import { createHmac } from "node:crypto";
import * as z from "zod";
import { isEqualSecret } from "../crypto/secrets.server.ts";
import { withoutUnstorable } from "../i18n/text/plain-text.ts";
import type { SmsSettings } from "../settings.server.ts";
import {
  type Carrier,
  CarrierError,
  getCarrierFault,
  type Inbound,
  type Receipt,
  sendToCarrier,
} from "./carrier.server.ts";

const accepted = z.object({ sid: z.string() });
const refused = z.object({ code: z.number() });
/** Twilio's error codes for a full queue and too many requests. */
const temporaryCodes = new Set([20429, 30001]);

/**
 * Creates a carrier for `POST /2010-04-01/Accounts/{sid}/Messages.json`; the URL for reports on a message contains our
 * message id.
 */
export function createSms(settings: SmsSettings, publicUrl: string): Carrier {
  const { accountSid, authToken, apiUrl, from } = settings;
  const sender: Record<string, string> = from.startsWith("MG") ? { MessagingServiceSid: from } : { From: from };
  return {
    name: "sms",
    kind: "provider",
    async send({ id, to, text }) {
      const form = { To: to, ...sender, Body: text, StatusCallback: `${publicUrl}/hooks/sms?message=${id}` };
      const { status, body } = await sendToCarrier(`${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
        headers: {
          authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams(form).toString(),
      });
      const taken = accepted.safeParse(body);
      if (status < 300 && taken.success) return { providerId: taken.data.sid };
      if (status < 300) throw new CarrierError("unknown", "unreadable");
      const { data } = refused.safeParse(body);
      const fault = data && temporaryCodes.has(data.code) ? "again" : getCarrierFault(status);
      throw new CarrierError(fault, data ? `twilio ${data.code}` : `http ${status}`);
    },
  };
}

/** Returns the `X-Twilio-Signature`: HMAC-SHA-1 of the full URL and the sorted names and values of the form. */
export function signTwilioRequest(authToken: string, url: string, form: Record<string, string>): string {
  const text =
    url +
    Object.keys(form)
      .sort()
      .map((name) => `${name}${form[name]}`)
      .join("");
  return createHmac("sha1", authToken).update(text).digest("base64");
}

const states = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  undelivered: "failed",
  failed: "failed",
} as const;

export type SmsHook = { receipts: Receipt[]; inbound: Inbound[] };

/** Reads a signed report or message. Returns `"unsigned"` or `"malformed"` for an invalid one. */
export function readSmsHook(
  settings: SmsSettings,
  { url, body, headers, now }: { url: string; body: string; headers: Headers; now: Date },
): SmsHook | "unsigned" | "malformed" {
  const form = Object.fromEntries(new URLSearchParams(body));
  const given = Buffer.from(headers.get("x-twilio-signature") ?? "", "base64");
  const own = Buffer.from(signTwilioRequest(settings.authToken, url, form), "base64");
  if (!isEqualSecret(given, own)) return "unsigned";
  const { MessageSid: sid, MessageStatus: status, From: from, Body: text, ErrorCode: code } = form;
  if (!sid) return "malformed";
  if (status) {
    const state = Object.entries(states).find(([name]) => name === status)?.[1];
    const messageId = new URL(url).searchParams.get("message");
    const reason = code ? `twilio ${code}` : null;
    return {
      receipts: state ? [{ carrier: "sms", providerId: sid, messageId, state, reason, at: now }] : [],
      inbound: [],
    };
  }
  if (!from || text === undefined || !/^\+\d{7,15}$/.test(from)) return "malformed";
  return { receipts: [], inbound: [{ carrier: "sms", providerId: sid, from, text: withoutUnstorable(text), at: now }] };
}
