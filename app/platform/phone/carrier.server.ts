import type { Language } from "../i18n/language.ts";
import { parseJson } from "../i18n/text/plain-text.ts";
import { withSpan } from "../tracing/tracing.server.ts";

/** Carriers of messages to phone numbers. */
export const carriers = ["whatsapp", "sms"] as const;
export type CarrierName = (typeof carriers)[number];

export interface CarrierMessage {
  /**
   * Our id of the message. Carriers that support it do not send a message with the same id twice, and return it in
   * receipts.
   */
  id: string;
  /** Recipient (E.164). */
  to: string;
  language: Language;
  /** Text of the message. */
  text: string;
  /**
   * Approved template with the same text, and its values; null within the free-form window, where the text itself is
   * sent.
   */
  template: { name: string; params: string[]; isCode?: boolean } | null;
}

export interface Carrier {
  name: CarrierName;
  kind: "provider" | "outbox";
  /** Hands a message over and returns the carrier's id for it. Throws `CarrierError`. */
  send(message: CarrierMessage): Promise<{ providerId: string }>;
  /**
   * Returns a received file, or null if the carrier has it no more or it is larger than `maxBytes`. Throws `CarrierError`
   * (`again`) if it cannot be had now.
   */
  fetchMedia?(id: string, maxBytes: number): Promise<Uint8Array | null>;
}

/**
 * `again`: not accepted now (rate limit, carrier error). `refused`: will never be accepted (unknown number, rejected
 * template). `unknown`: no response, so it may have been accepted.
 */
export type CarrierFault = "again" | "refused" | "unknown";

/** Thrown when a carrier did not accept a message; `reason` is a short code without the number. */
export class CarrierError extends Error {
  readonly fault: CarrierFault;
  readonly reason: string;
  constructor(fault: CarrierFault, reason: string) {
    super(`the carrier did not take a message: ${reason}`);
    this.fault = fault;
    this.reason = reason;
  }
}

/** Delivery state of a message, as reported by a carrier. */
export interface Receipt {
  carrier: CarrierName;
  /** The carrier's id of the message. */
  providerId: string;
  /** Our id of the message, if the carrier returns it. */
  messageId: string | null;
  state: "sent" | "delivered" | "read" | "failed";
  reason: string | null;
  at: Date;
}

/** A photo or voice message that the carrier keeps for us. */
export interface InboundMedia {
  kind: "photo" | "voice";
  /** The carrier's id of the file. */
  id: string;
}

/** A message sent to the platform's number. */
export interface Inbound {
  carrier: CarrierName;
  providerId: string;
  /** Sender (E.164). */
  from: string;
  /** Text, of a photo its caption; a location is a `geo:` URI (RFC 5870); empty for videos and the like. */
  text: string;
  media?: InboundMedia | undefined;
  /** The carrier's id of the message that this one replies to. */
  repliesTo?: string | undefined;
  at: Date;
}

/**
 * Posts a request and returns the response's status and JSON. Throws `CarrierError`: `again` if the connection failed,
 * `unknown` if it broke or there was no response within 10 s.
 */
export async function sendToCarrier(
  url: string,
  init: { headers: Record<string, string>; body: string },
): Promise<{ status: number; body: unknown }> {
  const attributes = { "server.address": new URL(url).hostname };
  return withSpan("send phone message", { kind: "client", attributes }, async (span) => {
    const answer = await post(url, init);
    span?.setAttribute("http.response.status_code", answer.status);
    return answer;
  });
}

async function post(url: string, init: { headers: Record<string, string>; body: string }) {
  try {
    const answer = await fetch(url, {
      method: "POST",
      ...init,
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
    });
    const text = await answer.text();
    return { status: answer.status, body: readAnswerJson(text) };
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    // Without a connection, the carrier cannot have accepted the message.
    const isUnsent = code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EAI_AGAIN";
    throw new CarrierError(isUnsent ? "again" : "unknown", "unreachable");
  }
}

/**
 * Gets a file and returns its status and at most `maxBytes` bytes, null if there are more. Throws `CarrierError`
 * (`again`) if there was no answer within 20 s.
 */
export async function getFromCarrier(
  url: string,
  { headers, maxBytes }: { headers: Record<string, string>; maxBytes: number },
): Promise<{ status: number; bytes: Uint8Array | null }> {
  const attributes = { "server.address": new URL(url).hostname };
  return withSpan("get phone media", { kind: "client", attributes }, async () => {
    try {
      const answer = await fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(20_000) });
      const pieces: Uint8Array[] = [];
      let size = 0;
      for await (const piece of answer.body ?? []) {
        size += piece.byteLength;
        if (size > maxBytes) return { status: answer.status, bytes: null };
        pieces.push(piece);
      }
      return { status: answer.status, bytes: Buffer.concat(pieces) };
    } catch {
      throw new CarrierError("again", "unreachable");
    }
  });
}

/** Parses JSON like `parseJson`; returns null if it is invalid. */
export function readAnswerJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/** Classifies an error status: 429 and server errors are temporary, all others permanent. */
export function getCarrierFault(status: number): CarrierFault {
  return status === 429 || status >= 500 ? "again" : "refused";
}
