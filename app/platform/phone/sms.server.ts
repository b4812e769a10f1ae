import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { parseJson, withoutUnstorable } from "../i18n/plain-text.ts";
import {
  type Carrier,
  CarrierError,
  getCarrierFault,
  type Inbound,
  type Receipt,
  sendToCarrier,
} from "./carrier.server.ts";

/** Any SMS gateway that accepts JSON over HTTP. */
export interface GatewaySettings {
  kind: "gateway";
  url: string;
  token: string;
  /** Secret that signs its receipts. */
  secret: string;
  from: string;
}

export interface TwilioSettings {
  kind: "twilio";
  apiUrl: string;
  accountSid: string;
  authToken: string;
  from: string;
}

export type SmsSettings = GatewaySettings | TwilioSettings;

const acceptedByGateway = z.object({ id: z.union([z.string(), z.number()]).transform(String) });
const acceptedByTwilio = z.object({ sid: z.string() });
const refusedByTwilio = z.object({ code: z.number() });
/** Twilio's error codes for a full queue and too many requests. */
const temporaryCodes = new Set([20429, 30001]);

/**
 * Creates a carrier for the operator's own gateway: `POST url` with `{ id, to, from, text }`, bearer token and
 * `Idempotency-Key`; the response is 2xx with `{ id }`.
 */
function createGateway(settings: GatewaySettings): Carrier {
  return {
    name: "sms",
    kind: "provider",
    async send({ id, to, text }) {
      const { status, body } = await sendToCarrier(settings.url, {
        headers: {
          authorization: `Bearer ${settings.token}`,
          "content-type": "application/json",
          "idempotency-key": id,
        },
        body: JSON.stringify({ id, to, from: settings.from, text }),
      });
      const taken = acceptedByGateway.safeParse(body);
      if (status < 300 && taken.success) return { providerId: taken.data.id };
      if (status < 300) throw new CarrierError("unknown", "unreadable");
      throw new CarrierError(getCarrierFault(status), `http ${status}`);
    },
  };
}

/** Creates a carrier for Twilio's Programmable Messaging (`POST /2010-04-01/Accounts/{sid}/Messages.json`). */
function createTwilio(settings: TwilioSettings, publicUrl: string): Carrier {
  const { accountSid, authToken, apiUrl, from } = settings;
  const sender: Record<string, string> = from.startsWith("MG") ? { MessagingServiceSid: from } : { From: from };
  return {
    name: "sms",
    kind: "provider",
    async send({ id, to, text }) {
      const form = { To: to, ...sender, Body: text, StatusCallback: getTwilioCallback(publicUrl, id) };
      const { status, body } = await sendToCarrier(`${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
        headers: {
          authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams(form).toString(),
      });
      const taken = acceptedByTwilio.safeParse(body);
      if (status < 300 && taken.success) return { providerId: taken.data.sid };
      if (status < 300) throw new CarrierError("unknown", "unreadable");
      const { data } = refusedByTwilio.safeParse(body);
      const fault = data && temporaryCodes.has(data.code) ? "again" : getCarrierFault(status);
      throw new CarrierError(fault, data ? `twilio ${data.code}` : `http ${status}`);
    },
  };
}

/** Returns the URL for Twilio's reports on a message, which contains our message id. */
function getTwilioCallback(publicUrl: string, messageId: string): string {
  return `${publicUrl}/hooks/sms?message=${messageId}`;
}

export function createSms(settings: SmsSettings, publicUrl: string): Carrier {
  return settings.kind === "twilio" ? createTwilio(settings, publicUrl) : createGateway(settings);
}

function isEqual(given: Buffer, own: Buffer): boolean {
  return given.length === own.length && timingSafeEqual(given, own);
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

const twilioStates = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  undelivered: "failed",
  failed: "failed",
} as const;

const gatewayReceipt = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  reference: z.string().max(100).optional(),
  state: z.enum(["sent", "delivered", "failed"]),
  reason: z.string().max(60).optional(),
  at: z.iso.datetime({ offset: true }),
});
const gatewayMessage = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  from: z.string().regex(/^\+\d{7,15}$/),
  text: z.string().max(2000),
  at: z.iso.datetime({ offset: true }),
});

export type SmsHook = { receipts: Receipt[]; inbound: Inbound[] };

/**
 * Reads a signed report. A gateway posts JSON, either a receipt `{ id, reference, state, at }` or a message `{ id,
 * from, text, at }`, with `x-signature: sha256=HMAC(body)`; Twilio posts a form. Returns `"unsigned"` or `"malformed"`
 * for an invalid one.
 */
export function readSmsHook(
  settings: SmsSettings,
  { url, body, headers, now }: { url: string; body: string; headers: Headers; now: Date },
): SmsHook | "unsigned" | "malformed" {
  return settings.kind === "twilio"
    ? readTwilio(settings, { url, body, headers, now })
    : readGateway(settings, body, headers);
}

function readGateway(settings: GatewaySettings, body: string, headers: Headers): SmsHook | "unsigned" | "malformed" {
  const given = Buffer.from(headers.get("x-signature")?.replace(/^sha256=/, "") ?? "", "hex");
  if (!isEqual(given, createHmac("sha256", settings.secret).update(body).digest())) return "unsigned";
  let json: unknown = null;
  try {
    json = parseJson(body);
  } catch {
    return "malformed";
  }
  const receipt = gatewayReceipt.safeParse(json).data;
  if (receipt)
    return {
      receipts: [
        {
          carrier: "sms",
          providerId: receipt.id,
          messageId: receipt.reference ?? null,
          state: receipt.state,
          reason: receipt.reason ?? null,
          at: new Date(receipt.at),
        },
      ],
      inbound: [],
    };
  const message = gatewayMessage.safeParse(json).data;
  if (!message) return "malformed";
  const { id, from, text, at } = message;
  return { receipts: [], inbound: [{ carrier: "sms", providerId: id, from, text, at: new Date(at) }] };
}

function readTwilio(
  settings: TwilioSettings,
  { url, body, headers, now }: { url: string; body: string; headers: Headers; now: Date },
): SmsHook | "unsigned" | "malformed" {
  const form = Object.fromEntries(new URLSearchParams(body));
  const given = Buffer.from(headers.get("x-twilio-signature") ?? "", "base64");
  if (!isEqual(given, Buffer.from(signTwilioRequest(settings.authToken, url, form), "base64"))) return "unsigned";
  const { MessageSid: sid, MessageStatus: status, From: from, Body: text, ErrorCode: code } = form;
  if (!sid) return "malformed";
  if (status) {
    const state = Object.entries(twilioStates).find(([name]) => name === status)?.[1];
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
