import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { signTwilioRequest } from "../app/platform/phone/sms.server.ts";

/** A message that a carrier accepted. */
export interface TakenMessage {
  carrier: "whatsapp" | "sms";
  /** The carrier's id. */
  id: string;
  /** The sender's own id for the message. */
  reference: string;
  /** Recipient's number in E.164 format. */
  to: string;
  /** Name of the WhatsApp template; null if none was used. */
  template: string | null;
  language: string | null;
  params: string[];
  text: string;
  /** Address for reports on an SMS. */
  callback?: string | undefined;
  at: Date;
}

/**
 * How the carriers treat a request: accept it, reply with a status (and an error code), never reply, or accept it and
 * drop the connection.
 */
export type Treatment = "take" | "noAnswer" | "takeAndBreak" | { status: number; code?: number };

export const fakeSecrets = {
  phoneNumberId: "106540352242922",
  number: "+201550001234",
  token: "fake-whatsapp-token",
  appSecret: "fake-whatsapp-app-secret",
  verifyToken: "fake-verify-token",
  accountSid: "ACfake",
  authToken: "fake-sms-token",
};

const { accountSid, authToken } = fakeSecrets;
const smsPath = `/2010-04-01/Accounts/${accountSid}/Messages.json`;

export interface FakeCarriers {
  url: string;
  taken: TakenMessage[];
  /** Files that can be fetched by their id, as if they had been sent to us. */
  media: Map<string, Uint8Array>;
  /** Number of requests received, including those that were not accepted. */
  asked: number;
  treat(how: (carrier: "whatsapp" | "sms", to: string, template: string | null) => Treatment): void;
  /** Environment variables that connect an app to these carriers. */
  env: Record<string, string>;
  /** Sends a signed delivery receipt to the app and returns the status of its response. */
  report(message: TakenMessage, state: "sent" | "delivered" | "read" | "failed", at?: Date): Promise<number>;
  /**
   * Sends an incoming WhatsApp message to the app: a text, or another message such as a location or a picture. Reusing
   * an id simulates a repeated delivery.
   */
  write(from: string, what: string | object, id?: string): Promise<number>;
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request) text += piece;
  return text;
}

const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000));

export function whatsAppWebhook(value: object): string {
  const metadata = { display_phone_number: fakeSecrets.number.slice(1), phone_number_id: fakeSecrets.phoneNumberId };
  const change = { field: "messages", value: { messaging_product: "whatsapp", metadata, ...value } };
  return JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: "102290129340398", changes: [change] }] });
}

export const signBody = (secret: string, body: string) =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

/**
 * Starts a fake Graph API and Twilio API for tests and development. They accept, reject or drop messages as configured
 * with `treat`, and send signed receipts and messages to `appUrl`. With `receipts`, each accepted message is reported
 * as delivered.
 */
export async function startFakeCarriers(options: {
  appUrl: () => string;
  port?: number;
  receipts?: boolean;
  onTaken?: (message: TakenMessage) => unknown;
}): Promise<FakeCarriers> {
  let treatment: Parameters<FakeCarriers["treat"]>[0] = () => "take";
  const taken: TakenMessage[] = [];
  const media = new Map<string, Uint8Array>();

  function take(message: Omit<TakenMessage, "id" | "at">): TakenMessage {
    const id = `${message.carrier === "whatsapp" ? "wamid." : "SM"}${randomUUID()}`;
    const stored = { ...message, id, at: new Date() };
    taken.push(stored);
    options.onTaken?.(stored);
    if (options.receipts) void fake.report(stored, "delivered").catch(() => undefined);
    return stored;
  }

  /** Answers requests for a received file: first its address, then its bytes. */
  function answerMedia(request: IncomingMessage, response: ServerResponse): void {
    const [, place, id] = /^\/(graph|media)\/([\w-]+)/.exec(request.url ?? "") ?? [];
    const bytes = media.get(id ?? "");
    if (!bytes || request.headers.authorization !== `Bearer ${fakeSecrets.token}`)
      return void response.writeHead(404).end();
    if (place === "media") return void response.end(bytes);
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ url: `${url}/media/${id}`, file_size: bytes.byteLength, messaging_product: "whatsapp" }),
    );
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "GET") return answerMedia(request, response);
    const isWhatsApp = request.url === `/graph/${fakeSecrets.phoneNumberId}/messages`;
    if (!isWhatsApp && request.url !== smsPath) return void response.writeHead(404).end();
    const text = await readBody(request);
    const body = isWhatsApp ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
    fake.asked++;
    const carrier = isWhatsApp ? "whatsapp" : "sms";
    const to = isWhatsApp ? `+${body.to}` : body.To;
    const login = isWhatsApp ? `Bearer ${fakeSecrets.token}` : `Basic ${btoa(`${accountSid}:${authToken}`)}`;
    const json = (status: number, value: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    const refuse = (status: number, code: number) => json(status, isWhatsApp ? { error: { code } } : { code });
    if (request.headers.authorization !== login) return void refuse(401, isWhatsApp ? 190 : 20003);
    const template = body.template?.name ?? null;
    const how = treatment(carrier, to, template);
    if (how === "noAnswer") return;
    if (typeof how === "object") return void refuse(how.status, how.code ?? how.status);
    const message = take({
      carrier,
      to,
      template,
      reference: isWhatsApp ? body.biz_opaque_callback_data : new URL(body.StatusCallback).searchParams.get("message"),
      language: body.template?.language.code ?? null,
      params: body.template?.components[0].parameters.map(({ text }: { text: string }) => text) ?? [],
      text: isWhatsApp ? (body.text?.body ?? "") : body.Body,
      callback: body.StatusCallback,
    });
    if (how === "takeAndBreak") return void request.socket.destroy();
    json(200, isWhatsApp ? { messaging_product: "whatsapp", messages: [{ id: message.id }] } : { sid: message.id });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(options.port ?? 0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function post(path: string, body: string, headers: Record<string, string>): Promise<number> {
    const { status } = await fetch(`${options.appUrl()}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    return status;
  }

  const fake: FakeCarriers = {
    url,
    taken,
    media,
    asked: 0,
    treat: (how) => {
      treatment = how;
    },
    env: {
      WHATSAPP_API_URL: `${url}/graph`,
      WHATSAPP_PHONE_ID: fakeSecrets.phoneNumberId,
      WHATSAPP_NUMBER: fakeSecrets.number,
      WHATSAPP_TOKEN: fakeSecrets.token,
      WHATSAPP_APP_SECRET: fakeSecrets.appSecret,
      WHATSAPP_VERIFY_TOKEN: fakeSecrets.verifyToken,
      TWILIO_API_URL: url,
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
    },
    report(message, state, at = new Date()) {
      if (message.carrier === "sms") {
        const form = { MessageSid: message.id, MessageStatus: state, To: message.to };
        const url = message.callback ?? "";
        const { pathname, search } = new URL(url);
        return post(`${pathname}${search}`, new URLSearchParams(form).toString(), {
          "content-type": "application/x-www-form-urlencoded",
          "x-twilio-signature": signTwilioRequest(authToken, url, form),
        });
      }
      const status = {
        id: message.id,
        status: state,
        timestamp: seconds(at),
        recipient_id: message.to.slice(1),
        biz_opaque_callback_data: message.reference,
        ...(state === "failed" && { errors: [{ code: 131026, title: "Message undeliverable" }] }),
      };
      const body = whatsAppWebhook({ statuses: [status] });
      return post("/hooks/whatsapp", body, { "x-hub-signature-256": signBody(fakeSecrets.appSecret, body) });
    },
    write(from, what, id = `wamid.${randomUUID()}`) {
      const content = typeof what === "string" ? { type: "text", text: { body: what } } : what;
      const message = { from: from.slice(1), id, timestamp: seconds(new Date()), ...content };
      const body = whatsAppWebhook({ contacts: [{ wa_id: from.slice(1) }], messages: [message] });
      return post("/hooks/whatsapp", body, { "x-hub-signature-256": signBody(fakeSecrets.appSecret, body) });
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return fake;
}
