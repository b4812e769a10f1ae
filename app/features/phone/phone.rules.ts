import { minuteMs } from "#app/platform/durations.rules.ts";
import { foldForSearch } from "#app/platform/i18n/text/arabic-fold.rules.ts";

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

/** What the holder of a number allows: the alerts of their own account, or no message at all. */
export const consents = ["unasked", "agreed", "stopped"] as const;
export type Consent = (typeof consents)[number];

/** Consent of a number to messages on behalf of one owner, who named it as an emergency contact. */
export const contactConsents = ["asked", "agreed", "stopped"] as const;
export type ContactConsent = (typeof contactConsents)[number] | "unasked";

/**
 * Message templates. `consent`: what the number must have allowed: the alerts of its own account (`own`), messages on
 * behalf of this owner (`contact`), anything (`notStopped`), or it is not checked. `isSafety`: someone is beside the
 * animal or waits for a code; sent first. `until`: the part of the day's budget up to which it is sent; the last fifth
 * belongs to finders and emergency contacts alone.
 */
export const phoneTemplates = {
  code: { params: 1, isSafety: true, until: 0.8, consent: "none" },
  consent: { params: 4, isSafety: false, until: 0.6, consent: "notStopped" },
  news: { params: 3, isSafety: false, until: 0.6, consent: "own" },
  finder: { params: 3, isSafety: true, until: 1, consent: "own" },
  help: { params: 4, isSafety: true, until: 1, consent: "contact" },
  test: { params: 3, isSafety: false, until: 0.6, consent: "contact" },
  reachable: { params: 2, isSafety: false, until: 0.6, consent: "own" },
  /** The family's message to a finder who writes by WhatsApp. */
  relay: { params: 3, isSafety: true, until: 1, consent: "notStopped" },
  /** Automatic reply to a message to the platform's number; its text is the parameter. */
  reply: { params: 1, isSafety: false, until: 0.8, consent: "none" },
} as const;
export type PhoneTemplate = keyof typeof phoneTemplates;

/** Templates that must be registered with WhatsApp; replies within a chat need none. */
export const phoneTemplateNames = (Object.keys(phoneTemplates) as PhoneTemplate[]).filter((name) => name !== "reply");

/** What a received message was read as: a command of the holder, or the answer to a request for consent. */
export const inboundMeanings = ["stop", "start", "answer"] as const;

const folded = (...words: string[]) => words.map(foldForSearch);

/** Words that end all messages, the ones that our messages name and their equivalents. They mean nothing else. */
const stopWords = folded("stop", "stopall", "unsubscribe", "optout", "إيقاف");
/**
 * Further words after which Twilio, like most carriers of SMS, blocks the number by itself
 * (https://support.twilio.com/hc/en-us/articles/223134027). In a chat they may be an answer to somebody.
 */
const carrierStopWords = folded("cancel", "end", "quit", "revoke");
const startWords = folded("start", "unstop", "ابدأ");
const yesWords = folded("yes", "y", "ok", "okay", "agree", "نعم", "موافق", "موافقة", "أوافق", "تمام", "ايوه", "ايوة");
const noWords = folded("no", "n", "لا", "كلا");

const wordOf = (text: string) => foldForSearch(text).replace(/[^\p{L}\p{N}]+/gu, "");

/** Reads a one-word message as a command to stop or resume messages; null for any other text, which is for a person. */
export function readCommand(text: string, carrier: "whatsapp" | "sms"): "stop" | "start" | null {
  const word = wordOf(text);
  if (stopWords.includes(word) || (carrier === "sms" && carrierStopWords.includes(word))) return "stop";
  return startWords.includes(word) ? "start" : null;
}

/** Reads a one-word answer to a request for consent; null for any other text. */
export function readAnswer(text: string): "yes" | "no" | null {
  const word = wordOf(text);
  if (yesWords.includes(word)) return "yes";
  return noWords.includes(word) ? "no" : null;
}

/** Purposes of a code. A code is valid only for its own purpose. */
export const codePurposes = ["verify", "signUp", "signIn"] as const;
export type CodePurpose = (typeof codePurposes)[number];
export const codeLength = 6;
/** Milliseconds. */
export const codeLife = 10 * minuteMs;
/** Number of wrong attempts that invalidate a code. */
export const maxWrongTries = 5;
