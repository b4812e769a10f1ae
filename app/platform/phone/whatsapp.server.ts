import { createHmac } from "node:crypto";
import * as z from "zod";
import { isEqualSecret } from "../crypto/secrets.server.ts";
import { cutText } from "../i18n/text/plain-text.ts";
import {
  type Carrier,
  CarrierError,
  type CarrierMessage,
  getCarrierFault,
  getFromCarrier,
  type Inbound,
  type Receipt,
  readAnswerJson,
  sendToCarrier,
} from "./carrier.server.ts";

export interface WhatsAppSettings {
  /** URL of the Graph API with its version, such as `https://graph.facebook.com/v23.0`. */
  apiUrl: string;
  phoneNumberId: string;
  token: string;
  appSecret: string;
  verifyToken: string;
}

/** Temporary errors: rate limits and errors of the service (Cloud API error codes). */
const temporaryCodes = new Set([1, 2, 4, 80007, 130429, 131016, 131056, 133004]);

const accepted = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const refusal = z.object({ error: z.object({ code: z.number() }) });

/** Returns the body of `POST /{phone-number-id}/messages` (WhatsApp Business Cloud API). */
export function renderWhatsAppMessage({ id, to, language, text, template }: CarrierMessage): object {
  const head = {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: to.replace(/^\+/, ""),
    biz_opaque_callback_data: id,
  };
  if (!template) return { ...head, type: "text", text: { preview_url: false, body: cutText(text, 4096) } };
  const parameters = template.params.map((value) => ({ type: "text", text: asParameter(value) }));
  const components: object[] = [{ type: "body", parameters }];
  // A code has a button that copies it, which takes the code as its own parameter.
  if (template.isCode) components.push({ type: "button", sub_type: "url", index: "0", parameters });
  return { ...head, type: "template", template: { name: template.name, language: { code: language }, components } };
}

/** Makes a value valid as a template parameter: no line breaks, tabs or four consecutive spaces, and not empty. */
function asParameter(value: string): string {
  return cutText(value.replace(/\s+/g, " ").trim(), 900) || "–";
}

/** Creates a carrier for the WhatsApp Business Cloud API. */
export function createWhatsApp(settings: WhatsAppSettings): Carrier {
  return {
    name: "whatsapp",
    kind: "provider",
    async send(message) {
      const { status, body } = await sendToCarrier(`${settings.apiUrl}/${settings.phoneNumberId}/messages`, {
        headers: { authorization: `Bearer ${settings.token}`, "content-type": "application/json" },
        body: JSON.stringify(renderWhatsAppMessage(message)),
      });
      const taken = accepted.safeParse(body);
      if (status < 300 && taken.success) return { providerId: taken.data.messages[0]!.id };
      if (status < 300) throw new CarrierError("unknown", "unreadable");
      const code = refusal.safeParse(body).data?.error.code;
      const fault = code !== undefined && temporaryCodes.has(code) ? "again" : getCarrierFault(status);
      throw new CarrierError(fault, code === undefined ? `http ${status}` : `whatsapp ${code}`);
    },
    async fetchMedia(id, maxBytes) {
      const headers = { authorization: `Bearer ${settings.token}` };
      const get = async (url: string, most: number) => {
        const { status, bytes } = await getFromCarrier(url, { headers, maxBytes: most });
        if (status < 300) return bytes;
        if (getCarrierFault(status) === "again") throw new CarrierError("again", `http ${status}`);
        return null;
      };
      const query = new URLSearchParams({ phone_number_id: settings.phoneNumberId });
      const about = await get(`${settings.apiUrl}/${encodeURIComponent(id)}?${query}`, 20_000);
      const { data } = mediaInfo.safeParse(about && readAnswerJson(Buffer.from(about).toString()));
      if (!data || (data.file_size ?? 0) > maxBytes || !isMediaHost(data.url, settings.apiUrl)) return null;
      return get(data.url, maxBytes);
    },
  };
}

/** Answer to `GET /{media-id}` (Cloud API, "Media"). */
const mediaInfo = z.object({ url: z.url(), file_size: z.number().optional() });

/** Returns whether the token may be sent to this address: a host of Meta, or that of the API. */
function isMediaHost(url: string, apiUrl: string): boolean {
  const { protocol, hostname, origin } = new URL(url);
  if (origin === new URL(apiUrl).origin) return true;
  return protocol === "https:" && /(^|\.)(fbsbx\.com|facebook\.com|whatsapp\.net)$/.test(hostname);
}

/** Returns whether `x-hub-signature-256` is the HMAC-SHA-256 of the body with the app's secret. */
export function isWhatsAppSigned(appSecret: string, body: string, header: string | null): boolean {
  const given = Buffer.from(header?.replace(/^sha256=/, "") ?? "", "hex");
  return isEqualSecret(given, createHmac("sha256", appSecret).update(body).digest());
}

const seconds = z
  .string()
  .regex(/^\d{9,11}$/)
  .transform((text) => new Date(Number(text) * 1000));
const webhook = z.object({
  object: z.literal("whatsapp_business_account"),
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            metadata: z.object({ phone_number_id: z.string() }).optional(),
            statuses: z.array(z.unknown()).optional(),
            messages: z.array(z.unknown()).optional(),
          }),
        }),
      ),
    }),
  ),
});
const status = z.object({
  id: z.string().max(200),
  status: z.enum(["sent", "delivered", "read", "failed"]),
  timestamp: seconds,
  biz_opaque_callback_data: z.string().max(512).optional(),
  errors: z.array(z.object({ code: z.number() })).optional(),
});
const inbound = z.object({
  id: z.string().max(200),
  from: z.string().regex(/^\d{7,15}$/),
  timestamp: seconds,
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
  image: z.object({ id: z.string().max(200), caption: z.string().optional() }).optional(),
  audio: z.object({ id: z.string().max(200) }).optional(),
  location: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }).optional(),
  context: z.object({ id: z.string().max(200) }).optional(),
});

/**
 * Reads a webhook of the Cloud API: receipts and messages to this number. Skips other parts (reactions, future types);
 * returns null if it is not a webhook of the Cloud API.
 */
export function readWhatsAppWebhook(
  body: unknown,
  phoneNumberId: string,
): { receipts: Receipt[]; inbound: Inbound[] } | null {
  const read = webhook.safeParse(body);
  if (!read.success) return null;
  const values = read.data.entry
    .flatMap(({ changes }) => changes.map(({ value }) => value))
    .filter(({ metadata }) => !metadata || metadata.phone_number_id === phoneNumberId);
  const receipts = values
    .flatMap(({ statuses }) => statuses ?? [])
    .flatMap((one) => {
      const { data } = status.safeParse(one);
      if (!data) return [];
      const code = data.errors?.[0]?.code;
      return {
        carrier: "whatsapp" as const,
        providerId: data.id,
        messageId: data.biz_opaque_callback_data ?? null,
        state: data.status,
        reason: code === undefined ? null : `whatsapp ${code}`,
        at: data.timestamp,
      };
    });
  const written = values
    .flatMap(({ messages }) => messages ?? [])
    .flatMap((one) => {
      const { data } = inbound.safeParse(one);
      if (!data) return [];
      const place = data.location && `geo:${data.location.latitude},${data.location.longitude}`;
      return {
        carrier: "whatsapp" as const,
        providerId: data.id,
        from: `+${data.from}`,
        text: data.text?.body ?? data.button?.text ?? place ?? data.image?.caption ?? "",
        media:
          (data.image && { kind: "photo" as const, id: data.image.id }) ??
          (data.audio && { kind: "voice" as const, id: data.audio.id }),
        repliesTo: data.context?.id,
        at: data.timestamp,
      };
    });
  return { receipts, inbound: written };
}
