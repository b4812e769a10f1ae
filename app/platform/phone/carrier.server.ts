import type { Language } from "../i18n/language.ts";
import { withSpan } from "../tracing/tracing.server.ts";

/** What carries a message to a phone number. */
export const carriers = ["whatsapp", "sms"] as const;
export type CarrierName = (typeof carriers)[number];

export interface CarrierMessage {
  /** Ours: a carrier that is given it again sends no second message where it can tell, and says it in its receipts. */
  id: string;
  /** E.164. */
  to: string;
  language: Language;
  /** The words as they are read. */
  text: string;
  /** The approved template that says the same and its values; null inside the free window, where the text itself goes out. */
  template: { name: string; params: string[]; isCode?: boolean } | null;
}

export interface Carrier {
  name: CarrierName;
  kind: "provider" | "outbox";
  /** Hands a message over and returns the carrier's id of it. Throws a `CarrierError`. */
  send(message: CarrierMessage): Promise<{ providerId: string }>;
}

/**
 * `again`: not taken now (rate, fault of the carrier). `refused`: never (no such number, template refused). `unknown`: no
 * answer came, so it may have been taken.
 */
export type CarrierFault = "again" | "refused" | "unknown";

/** Why a carrier took no message; `reason` is a short code without the number. */
export class CarrierError extends Error {
  readonly fault: CarrierFault;
  readonly reason: string;
  constructor(fault: CarrierFault, reason: string) {
    super(`the carrier did not take a message: ${reason}`);
    this.fault = fault;
    this.reason = reason;
  }
}

/** What became of a message, as a carrier reports it. */
export interface Receipt {
  carrier: CarrierName;
  /** The carrier's id of the message. */
  providerId: string;
  /** Ours, where the carrier gives it back. */
  messageId: string | null;
  state: "sent" | "delivered" | "read" | "failed";
  reason: string | null;
  at: Date;
}

/** What somebody wrote to the platform's number. */
export interface Inbound {
  carrier: CarrierName;
  providerId: string;
  /** E.164. */
  from: string;
  /** Empty for what has no words, such as a picture or a voice message; a place is a `geo:` URI (RFC 5870). */
  text: string;
  /** The carrier's id of the message that this one answers. */
  repliesTo?: string | undefined;
  at: Date;
}

/** Posts and returns the answer's status and JSON; no answer within 10 s, or a connection that breaks, is `unknown`. */
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
    // Where no connection was made nothing can have been taken.
    const isUnsent = code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EAI_AGAIN";
    throw new CarrierError(isUnsent ? "again" : "unknown", "unreachable");
  }
}

/** Parses JSON; null for anything else. */
export function readAnswerJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A status that is no success: 429 and faults of the server may pass, all else will not. */
export function getCarrierFault(status: number): CarrierFault {
  return status === 429 || status >= 500 ? "again" : "refused";
}
