import { type Actor, isAdmin } from "#app/features/users/users.rules.ts";
import { type RoutineMessage, routineMessages } from "./routine-messages.rules.ts";

/** Channels that deliver by their own jobs. */
export const queuedChannels = ["email", "push", "phone"] as const;
export type QueuedChannel = (typeof queuedChannels)[number];

/** All channels; `phone` is WhatsApp or SMS, `live` the toast on an open page. */
export const channels = [...queuedChannels, "live"] as const;
export type Channel = (typeof channels)[number];

export const notificationKinds = [
  "scan",
  "found",
  "location",
  "message",
  "asked",
  "helper",
  "reunited",
  "transfer",
  "care",
  "lost",
  "match",
  "report",
  "moderation",
  "reminder",
  "order",
  "plan",
  "tag",
  "account",
  "restock",
  "stock",
  "guessing",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

const administratorsKinds: readonly NotificationKind[] = ["stock", "guessing"];

export function isAdministrators(kind: NotificationKind): boolean {
  return administratorsKinds.includes(kind);
}

/** Returns the kinds that a user can receive and configure; operational ones are for administrators only. */
export function kindsFor(actor: Pick<Actor, "role"> | null): readonly NotificationKind[] {
  return isAdmin(actor) ? notificationKinds : notificationKinds.filter((kind) => !isAdministrators(kind));
}

/** `sent`: accepted by the carrier, which has not yet confirmed delivery. */
export const deliveryStates = ["waiting", "sent", "delivered", "failed", "off"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The channels an owner wants for each kind. The inbox always gets everything. */
export type Preferences = Record<NotificationKind, Record<Channel, boolean>>;

const defaultPreferences: Preferences = {
  scan: { email: true, push: true, phone: true, live: true },
  found: { email: true, push: true, phone: true, live: true },
  location: { email: true, push: true, phone: true, live: true },
  message: { email: true, push: true, phone: true, live: true },
  asked: { email: true, push: true, phone: true, live: true },
  helper: { email: true, push: true, phone: true, live: true },
  reunited: { email: true, push: true, phone: false, live: true },
  transfer: { email: true, push: true, phone: false, live: true },
  care: { email: true, push: true, phone: false, live: true },
  lost: { email: true, push: true, phone: true, live: true },
  match: { email: true, push: true, phone: true, live: true },
  report: { email: true, push: false, phone: false, live: true },
  moderation: { email: true, push: false, phone: false, live: true },
  reminder: { email: true, push: true, phone: false, live: true },
  order: { email: true, push: true, phone: false, live: true },
  plan: { email: true, push: true, phone: false, live: true },
  tag: { email: true, push: true, phone: false, live: true },
  account: { email: true, push: false, phone: false, live: true },
  restock: { email: true, push: true, phone: false, live: true },
  stock: { email: true, push: false, phone: false, live: true },
  guessing: { email: true, push: true, phone: true, live: true },
};

const findersKinds: readonly NotificationKind[] = ["scan", "found", "location", "message", "asked", "helper"];

/**
 * Whether the kind comes from a finder, who may be standing beside the animal. Neither preferences nor quiet hours hold
 * it back from the owner.
 */
export function isFinders(kind: NotificationKind): boolean {
  return findersKinds.includes(kind);
}

/** Merges stored choices over the defaults; missing kinds or channels use their default. */
export function preferencesOf(stored: Partial<Preferences> | null | undefined): Preferences {
  return Object.fromEntries(
    notificationKinds.map((kind) => [kind, { ...defaultPreferences[kind], ...stored?.[kind] }]),
  ) as Preferences;
}

/**
 * Merges a form's choices (`mine`, opened showing `shown`) into those that another window has saved meanwhile (`now`):
 * switches changed in the form take its value, all others keep the current one.
 */
export function mergeChoices(shown: Preferences, mine: Preferences, now: Preferences): Preferences {
  const merged = structuredClone(now);
  for (const kind of notificationKinds)
    for (const channel of channels)
      if (mine[kind][channel] !== shown[kind][channel]) merged[kind][channel] = mine[kind][channel];
  return merged;
}

/** Returns the finder kinds that would reach only users with an open page. */
export function silencedKinds(choices: Preferences): NotificationKind[] {
  return findersKinds.filter((kind) => !choices[kind].email && !choices[kind].push);
}

/** Whether someone wrote and waits for an answer; a scan is only detected automatically. */
export function waitsForAnswer(kind: NotificationKind): boolean {
  return isFinders(kind) && kind !== "scan";
}

type NeverEveryday = "scan" | "found" | "location" | "message" | "asked" | "helper" | "lost" | "match" | "guessing";

/**
 * Kinds that are neither messages from people nor alarms. A kind that is missing both here and above does not compile.
 */
const isEveryday: Record<Exclude<NotificationKind, NeverEveryday>, true> = Object.fromEntries(
  routineMessages.map((kind) => [kind, true]),
) as Record<RoutineMessage, true>;

/** Returns a notification's send priority, highest first: messages from people 20, alarms 10, all others 0. */
export function priorityOf(kind: NotificationKind): number {
  if (waitsForAnswer(kind)) return 20;
  return kind in isEveryday ? 0 : 10;
}

/**
 * Why a channel is off. `noEmail`: the account has no address. `noPhone`: no verified number, or one that wants no
 * messages. `plan`: push for it needs a larger plan. `many`: one notification summarizes it with others.
 * `dayLimit`: the number got as many messages today as it may.
 */
export type OffReason = "preference" | "noDevice" | "noEmail" | "noPhone" | "plan" | "many" | "dayLimit";

/**
 * Returns why a channel does not deliver a notification; null when it does. Without a device, a finder's notification
 * is sent by e-mail, or to the phone number of an account without an address, whatever was chosen: safety is never
 * silent.
 */
export function findOffReason(
  kind: NotificationKind,
  queuedChannel: QueuedChannel,
  preferences: Preferences,
  {
    hasDevice,
    hasPhone,
    hasEmail = true,
    isPushed = true,
  }: { hasDevice: boolean; hasPhone: boolean; hasEmail?: boolean; isPushed?: boolean },
): OffReason | null {
  if (queuedChannel === "email" && !hasEmail) return "noEmail";
  if (queuedChannel === "phone" && !hasPhone) return "noPhone";
  const canPush = preferences[kind].push && hasDevice && isPushed;
  if (queuedChannel === (hasEmail ? "email" : "phone") && isFinders(kind) && !canPush) return null;
  if (!preferences[kind][queuedChannel]) return "preference";
  if (queuedChannel === "push" && !hasDevice) return "noDevice";
  return queuedChannel !== "email" && !isPushed ? "plan" : null;
}

/** Events of an order that its buyer is notified of. */
export type OrderNews =
  | "placed"
  | "processing"
  | "shipped"
  | "delivered"
  | "cancelled"
  | "refunded"
  | "returnRequested"
  | "returnApproved"
  | "returnDeclined"
  | "returnReceived"
  | "returnRefunded"
  | "addressCorrected";

/** Events of a plan that its owner is notified of; without one, the notification tells the days left. */
export type PlanNews = "approved" | "approvedLater" | "rejected" | "corrected" | "given" | "givenLater";

/** What an administrator did with someone's tag. */
export type TagNews = "linked" | "unlinked" | "released" | "off" | "lost" | "putBack";

/** What was done with the user's report, or with one they complained about. */
export type ReportNews =
  | "hidden"
  | "corrected"
  | "photoHidden"
  | "complaintHidden"
  | "complaintCorrected"
  | "complaintDismissed";

/** What happened to someone's account without their doing. */
export type AccountNews = "phoneMoved";

/** Events of a pet transfer. */
export type TransferNews = "offered" | "accepted" | "declined" | "gone";

/** Events of sharing a pet's care. */
export type CaregiverNews = "invited" | "accepted" | "declined" | "left" | "changed" | "ended" | "newOwner";

/** Kinds that caregivers receive like the owner, with their own texts. */
export const sharedKinds = ["scan", "found", "location", "message", "asked", "helper", "reunited"] as const;
export type SharedKind = (typeof sharedKinds)[number];

/** Values that a notification's texts need. */
export interface NotificationParams {
  petName?: string;
  /** Photo of the pet, or of the report that may be about it. */
  photoId?: string;
  /** Kind and animal of a report without a name (`found.cat`), translated for the user. */
  nameless?: string;
  finderName?: string;
  text?: string;
  place?: string;
  /** The owner's own test of a tag. */
  isTest?: boolean;
  /** The tag's chip proved that a phone was held to it. */
  isTap?: boolean;
  /** Number of further events that this notification summarizes. */
  times?: number;
  /** The finder shares a live location rather than one place. */
  isLive?: boolean;
  /** The tag had been replaced by another one. */
  isReplaced?: boolean;
  /** The plan it is about. */
  plan?: "basic" | "comfort" | "rescue-plus";
  /** Title of a reminder, days left (negative when overdue), and its time of day. */
  title?: string;
  days?: number;
  time?: string;
  /** `AL-26-7K3M9Q`, and what happened to that order. */
  orderNumber?: string;
  orderNews?: OrderNews;
  /** Path of the page that confirms an order without signing in. */
  confirmPath?: string;
  /** Where codes are being guessed: batch and network. */
  batchName?: string;
  network?: string;
  /** Product that runs low, is back, or is returned, and its stock. */
  productName?: string;
  pieces?: number;
  planNews?: PlanNews;
  reportNews?: ReportNews;
  transferNews?: TransferNews;
  accountNews?: AccountNews;
  caregiverNews?: CaregiverNews;
  /** For a caregiver: first name of the pet's owner. */
  ownerName?: string;
  /** The search ended without the pet coming home. */
  isOver?: boolean;
  /** The tag, and what an administrator did with it. */
  tagCode?: string;
  tagNews?: TagNews;
}
