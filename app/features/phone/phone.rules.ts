import { foldForSearch } from "#app/platform/i18n/arabic-fold.rules.ts";

/** What became of a message, in the order in which it gets there; `failed` is the end of one that never arrived. */
export const phoneStates = ["waiting", "sent", "delivered", "read", "failed"] as const;
export type PhoneState = (typeof phoneStates)[number];

/** Receipts come twice and in any order: one counts only if it says more than what is known. What arrived has not failed. */
export function isNewer(known: PhoneState, reported: PhoneState): boolean {
  if (reported === "failed") return known === "waiting" || known === "sent";
  return known !== "failed" ? phoneStates.indexOf(reported) > phoneStates.indexOf(known) : reported !== "sent";
}

/** Whether a number agreed to be written to. Nothing goes to one that has not, but codes and the question itself. */
export const consents = ["unasked", "asked", "agreed", "stopped"] as const;
export type Consent = (typeof consents)[number];

/**
 * The messages there are. `consent`: whether the number must have agreed, must only not have stopped messages (it wrote
 * first), or is not asked. `safety`: somebody stands beside the animal or waits for a code; sent before all else, and from
 * the part of the day's budget that nothing else may use.
 */
export const phoneTemplates = {
  code: { params: 1, isSafety: true, consent: "none" },
  consent: { params: 4, isSafety: false, consent: "none" },
  news: { params: 3, isSafety: false, consent: "agreed" },
  finder: { params: 3, isSafety: true, consent: "agreed" },
  help: { params: 4, isSafety: true, consent: "agreed" },
  drill: { params: 3, isSafety: false, consent: "agreed" },
  reachable: { params: 2, isSafety: false, consent: "agreed" },
  /** What the family wrote, to a finder who writes by WhatsApp. */
  relay: { params: 3, isSafety: true, consent: "notStopped" },
  /** The platform's own answer to what somebody wrote to its number; its words are the parameter. */
  reply: { params: 1, isSafety: false, consent: "none" },
} as const;
export type PhoneTemplate = keyof typeof phoneTemplates;

/** Those that WhatsApp must know: what answers a message of theirs needs no template. */
export const phoneTemplateNames = (Object.keys(phoneTemplates) as PhoneTemplate[]).filter((name) => name !== "reply");

const stopWords = [
  ...["stop", "stopall", "unsubscribe", "cancel", "end", "quit", "no"],
  ...["إيقاف", "أوقف", "توقف", "قف", "إلغاء", "ألغ", "لا", "كفى", "وقف"],
].map(foldForSearch);
const yesWords = [
  ...["yes", "y", "ok", "start", "agree"],
  ...["نعم", "موافق", "أوافق", "ابدأ", "تمام", "ايوه", "ايوة"],
].map(foldForSearch);

/** What a message of one word asks for: no more messages, or consent; null for anything else that was written. */
export function readCommand(text: string): "stop" | "yes" | null {
  const word = foldForSearch(text).replace(/[^\p{L}\p{N}]+/gu, "");
  if (stopWords.includes(word)) return "stop";
  return yesWords.includes(word) ? "yes" : null;
}
