import { eq } from "drizzle-orm";
import parsePhoneNumber from "libphonenumber-js/max";
import * as z from "zod";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { decryptValue } from "#app/platform/crypto/encrypted-value.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { CarrierError, type CarrierMessage } from "#app/platform/phone/carrier.server.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { findPhoneNumber, isAllowed, listContactConsents } from "./consent.server.ts";
import { type PhoneTemplate, phoneTemplates } from "./phone.rules.ts";
import { phoneCodes, phoneMessages } from "./phone.tables.server.ts";
import {
  type PhoneMessage,
  sendQueue,
  sendSmsInstead,
  smsFallbackQueue,
  updatePhoneMessage,
} from "./phone-messages.server.ts";

/** Milliseconds for which a carrier that did not respond may still report that it accepted the message. */
const answerWithin = 60_000;

/** Whether messages are sent to numbers of this country. */
export function isServed(ctx: Pick<AppContext, "siteSettings">, number: string): boolean {
  const country = parsePhoneNumber(number)?.country;
  return country !== undefined && readSiteSettings(ctx).messages.countries.includes(country);
}

function renderPhoneText(
  ctx: Pick<AppContext, "translator">,
  { language, template, params }: Pick<PhoneMessage, "language" | "template" | "params">,
): string {
  const [a = "", b = "", c = "", d = ""] = params;
  return ctx.translator(language)(`phone.templates.${template}`, { a, b, c, d });
}

async function findMessage({ db }: AppContext, id: string): Promise<PhoneMessage | null> {
  const [row] = await db.select().from(phoneMessages).where(eq(phoneMessages.id, id));
  return row ?? null;
}

/** Whether a code is still valid; one that was used, replaced or has expired needs no SMS. */
async function isCodeWaiting({ db, clock }: AppContext, subject: string): Promise<boolean> {
  const [code] = await db
    .select({ expiresAt: phoneCodes.expiresAt })
    .from(phoneCodes)
    .where(eq(phoneCodes.id, subject.replace(/^code:/, "")));
  return code !== undefined && code.expiresAt > clock.now();
}

/** Returns why a message may no longer be sent; null when it may. */
async function findRejectionReason(ctx: AppContext, message: PhoneMessage): Promise<string | null> {
  const { number, template, userId } = message;
  if (!isServed(ctx, number)) return "notServed";
  if (template === "code") return (await isCodeWaiting(ctx, message.subject)) ? null : "answered";
  if (!(await isAllowed(ctx, message))) return "stopped";
  if (template === "consent" && userId)
    return (await listContactConsents(ctx, userId, [number])).get(number) === "asked" ? null : "answered";
  // Notifications go to the account's current number.
  if (message.subject.startsWith("notification:") && userId) {
    const [user] = await ctx.db.select({ number: users.verifiedPhone }).from(users).where(eq(users.id, userId));
    if (user?.number !== number) return "changed";
  }
  return null;
}

/**
 * Counts a message against the day's budget; false when the part of it that its template may use is used up. Routine
 * messages stop at three fifths and codes at four, so that finders and emergency contacts have the last fifth alone.
 */
async function takeFromBudget(ctx: AppContext, template: PhoneTemplate): Promise<boolean> {
  const { limits, clock } = ctx;
  const { perDay } = readSiteSettings(ctx).messages;
  const day = clock.now().toISOString().slice(0, 10);
  const span = 2 * 86_400;
  try {
    const { until } = phoneTemplates[template];
    if (until < 0.8) await limits.take({ name: "phone-routine", points: Math.floor(perDay * 0.6), span }, day);
    if (until < 1) await limits.take({ name: "phone-others", points: Math.floor(perDay * 0.8), span }, day);
    await limits.take({ name: "phone-all", points: perDay, span }, day);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function decryptCode(ctx: AppContext, subject: string, sealed: string): string {
  return decryptValue(ctx, "phone code", subject, sealed)?.toString() ?? "";
}

async function renderMessage(ctx: AppContext, message: PhoneMessage): Promise<CarrierMessage> {
  const { id, number, language, carrier, template, subject } = message;
  const params =
    template === "code" ? message.params.map((sealed) => decryptCode(ctx, subject, sealed)) : message.params;
  const phoneNumber = carrier === "whatsapp" ? await findPhoneNumber(ctx, number) : null;
  const isOpen = phoneNumber?.windowUntil && phoneNumber.windowUntil > ctx.clock.now();
  return {
    id,
    to: number,
    language,
    text: renderPhoneText(ctx, { language, template, params }),
    template: isOpen ? null : { name: `aleef_${template}`, params, ...(template === "code" && { isCode: true }) },
  };
}

/** Marks a message as failed with a reason, and sends an SMS instead if WhatsApp did not deliver it. */
export async function markPhoneMessageFailed(ctx: AppContext, message: PhoneMessage, reason: string): Promise<void> {
  if (!(await updatePhoneMessage(ctx, message, { state: "failed", reason, triedAt: null }))) return;
  if (!["stopped", "notServed", "changed", "answered", "budget"].includes(reason)) await sendSmsInstead(ctx, message);
}

/**
 * Sends one message through its carrier. Each attempt is recorded first: when there was no response, or the process was
 * killed, the message is retried only after a minute without a receipt.
 */
export const sendPhoneMessageJob = defineJob<AppContext, { id: string }>(
  sendQueue,
  {
    data: z.object({ id: z.uuid() }),
    retryLimit: 20,
    retryDelay: 2,
    retryDelayMax: 600,
    expireInSeconds: 60,
    concurrency: 4,
  },
  async (ctx, { id }, { attempt, isLast }) => {
    const message = await findMessage(ctx, id);
    if (message?.state !== "waiting") return;
    const now = ctx.clock.now();
    if (message.triedAt && now.getTime() - message.triedAt.getTime() < answerWithin) {
      const startAfter = new Date(message.triedAt.getTime() + answerWithin);
      await ctx.jobs.send(ctx.db, sendQueue, { id }, { startAfter, priority: 10 });
      return;
    }
    const why = await findRejectionReason(ctx, message);
    if (why) return markPhoneMessageFailed(ctx, message, why);
    if (message.attempts === 0 && !(await takeFromBudget(ctx, message.template))) {
      ctx.log.error({ template: message.template }, "the daily budget of phone messages is used up");
      return markPhoneMessageFailed(ctx, message, "budget");
    }
    const attempts = message.attempts + 1;
    if (!(await updatePhoneMessage(ctx, message, { triedAt: now, attempts }))) return;
    try {
      const { providerId } = await ctx.phone[message.carrier].send(await renderMessage(ctx, message));
      const isOutbox = ctx.phone[message.carrier].kind === "outbox";
      await updatePhoneMessage(ctx, message, { state: isOutbox ? "delivered" : "sent", providerId, reason: null });
    } catch (error) {
      if (!(error instanceof CarrierError)) throw error;
      if (error.fault === "refused") return markPhoneMessageFailed(ctx, message, error.reason);
      if (error.fault === "unknown") {
        await updatePhoneMessage(ctx, message, { reason: "unanswered" });
        const startAfter = new Date(now.getTime() + answerWithin);
        await ctx.jobs.send(ctx.db, sendQueue, { id }, { startAfter, priority: 10 });
        return;
      }
      if (isLast) return markPhoneMessageFailed(ctx, message, error.reason);
      await updatePhoneMessage(ctx, message, { triedAt: null, reason: error.reason });
      ctx.log.warn({ carrier: message.carrier, reason: error.reason, attempt }, "a carrier did not accept a message");
      throw error;
    }
  },
);

/** Runs some time after a WhatsApp message: sends an SMS if no receipt shows that it was delivered. */
export const smsFallbackJob = defineJob<AppContext, { id: string }>(
  smsFallbackQueue,
  { data: z.object({ id: z.uuid() }), retryLimit: 5 },
  async (ctx, { id }) => {
    const message = await findMessage(ctx, id);
    if (!message || message.state === "delivered" || message.state === "read") return;
    // A message that may not be sent may not be sent by SMS either.
    if (await findRejectionReason(ctx, message)) return;
    await sendSmsInstead(ctx, message);
  },
);
