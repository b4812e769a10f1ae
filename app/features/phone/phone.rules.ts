import { minuteMs } from "#app/platform/durations.rules.ts";
import { foldForSearch } from "#app/platform/i18n/arabic-fold.rules.ts";

/** States of a message in order; `failed` is final for one that was never delivered. */
export const phoneStates = ["waiting", "sent", "delivered", "read", "failed"] as const;
export type PhoneState = (typeof phoneStates)[number];

/**
 * Whether a reported state is newer than the known one. Receipts can be repeated and out of order; a delivered message
 * cannot have failed.
 */
export function isNewer(known: PhoneState, reported: PhoneState): boolean {
  if (reported === "failed") return known === "waiting" || known === "sent";
  return known !== "failed" ? phoneStates.indexOf(reported) > phoneStates.indexOf(known) : reported !== "sent";
}

/** Consent of a number. Only codes and the request for consent are sent to a number that has not agreed. */
export const consents = ["unasked", "asked", "agreed", "stopped"] as const;
export type Consent = (typeof consents)[number];

/**
 * Message templates. `consent`: the number must have agreed, must not have stopped messages (it wrote first), or is not
 * checked. `isSafety`: someone is beside the animal or waits for a code; sent first, and from the reserved part of the
 * daily budget.
 */
export const phoneTemplates = {
  code: { params: 1, isSafety: true, consent: "none" },
  consent: { params: 4, isSafety: false, consent: "none" },
  news: { params: 3, isSafety: false, consent: "agreed" },
  finder: { params: 3, isSafety: true, consent: "agreed" },
  help: { params: 4, isSafety: true, consent: "agreed" },
  drill: { params: 3, isSafety: false, consent: "agreed" },
  reachable: { params: 2, isSafety: false, consent: "agreed" },
  /** The family's message to a finder who writes by WhatsApp. */
  relay: { params: 3, isSafety: true, consent: "notStopped" },
  /** Automatic reply to a message to the platform's number; its text is the parameter. */
  reply: { params: 1, isSafety: false, consent: "none" },
} as const;
export type PhoneTemplate = keyof typeof phoneTemplates;

/** Templates that must be registered with WhatsApp; replies within a chat need none. */
export const phoneTemplateNames = (Object.keys(phoneTemplates) as PhoneTemplate[]).filter((name) => name !== "reply");

const stopWords = [
  ...["stop", "stopall", "unsubscribe", "cancel", "end", "quit", "no"],
  ...["إيقاف", "أوقف", "توقف", "قف", "إلغاء", "ألغ", "لا", "كفى", "وقف"],
].map(foldForSearch);
const yesWords = [
  ...["yes", "y", "ok", "start", "agree"],
  ...["نعم", "موافق", "أوافق", "ابدأ", "تمام", "ايوه", "ايوة"],
].map(foldForSearch);

/** Parses a one-word message as a command to stop or allow messages; null for any other text. */
export function readCommand(text: string): "stop" | "yes" | null {
  const word = foldForSearch(text).replace(/[^\p{L}\p{N}]+/gu, "");
  if (stopWords.includes(word)) return "stop";
  return yesWords.includes(word) ? "yes" : null;
}

/** Purposes of a code. A code is valid only for its own purpose. */
export const codePurposes = ["verify", "signUp", "signIn"] as const;
export type CodePurpose = (typeof codePurposes)[number];
export const codeLength = 6;
/** Milliseconds. */
export const codeLife = 10 * minuteMs;
/** Number of wrong attempts that invalidate a code. */
export const maxWrongTries = 5;
