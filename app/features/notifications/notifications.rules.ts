import { type Actor, isAdmin } from "#app/features/users/users.rules.ts";
import { type RoutineMessage, routineMessages } from "#app/platform/routine-messages.rules.ts";

/** The channels that deliver by jobs of their own. */
export const queuedChannels = ["email", "push", "phone"] as const;
export type QueuedChannel = (typeof queuedChannels)[number];

/** Every way by which a notification reaches somebody; `phone` is WhatsApp or SMS, `live` the toast on an open page. */
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

/** What somebody is ever told about, and so may choose the ways of: what concerns the operation is the administrators'. */
export function kindsFor(actor: Pick<Actor, "role"> | null): readonly NotificationKind[] {
  return isAdmin(actor) ? notificationKinds : notificationKinds.filter((kind) => !isAdministrators(kind));
}

/** `sent`: with the carrier, which has not said that it arrived. */
export const deliveryStates = ["waiting", "sent", "delivered", "failed", "off"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Which channels an owner wants for which kind. The inbox always gets everything. */
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

/** Somebody stands beside the animal: nothing may keep this from its owner, neither choices nor quiet hours. */
export function isFinders(kind: NotificationKind): boolean {
  return findersKinds.includes(kind);
}

/** Stored choices over the defaults; a kind or channel that a stored record does not know takes its default. */
export function preferencesOf(stored: Partial<Preferences> | null | undefined): Preferences {
  return Object.fromEntries(
    notificationKinds.map((kind) => [kind, { ...defaultPreferences[kind], ...stored?.[kind] }]),
  ) as Preferences;
}

/**
 * What is to be kept when a form that showed `shown` now says `mine` and another window has saved `now` meanwhile: each
 * switch that was moved here stands as it was put, every other one as it is.
 */
export function mergeChoices(shown: Preferences, mine: Preferences, now: Preferences): Preferences {
  const merged = structuredClone(now);
  for (const kind of notificationKinds)
    for (const channel of channels)
      if (mine[kind][channel] !== shown[kind][channel]) merged[kind][channel] = mine[kind][channel];
  return merged;
}

/** The kinds of a finder's that would reach nobody who does not have the page open. */
export function silencedKinds(choices: Preferences): NotificationKind[] {
  return findersKinds.filter((kind) => !choices[kind].email && !choices[kind].push);
}

/** Somebody wrote and waits for an answer: more than a scan, which a machine noticed. */
export function waitsForAnswer(kind: NotificationKind): boolean {
  return isFinders(kind) && kind !== "scan";
}

type NeverEveryday = "scan" | "found" | "location" | "message" | "asked" | "helper" | "lost" | "match" | "guessing";

/**
 * Notifications that are neither a person's words nor an alarm; a kind that is missing here and above does not
 * compile.
 */
const isEveryday: Record<Exclude<NotificationKind, NeverEveryday>, true> = Object.fromEntries(
  routineMessages.map((kind) => [kind, true]),
) as Record<RoutineMessage, true>;

/**
 * In which order notifications go out, the highest first: words of people (20), alarms (10), then all else: what the
 * operator's `first` names from 9 downwards, the rest 0.
 */
export function priorityOf(kind: NotificationKind, first: readonly RoutineMessage[]): number {
  if (waitsForAnswer(kind)) return 20;
  if (!(kind in isEveryday)) return 10;
  const place = (first as readonly string[]).indexOf(kind);
  return place < 0 ? 0 : Math.max(1, 9 - place);
}

/** `noEmail`: the account has no address. `noPhone`: no proven number, or one that wants no messages. `plan`: pushing it belongs to a larger plan than the owner has. `many`: one notification tells of it and others together. */
export type OffReason = "preference" | "noDevice" | "noEmail" | "noPhone" | "plan" | "many";

/**
 * Why a channel stays away from a notification; null when it is to take it. A finder's word that has no device to be pushed to
 * goes by e-mail, or to the number of an account without an address, whatever was chosen: safety is never silent.
 */
export function whyOff(
  kind: NotificationKind,
  queuedChannel: QueuedChannel,
  wanted: Preferences,
  {
    hasDevice,
    hasPhone,
    hasEmail = true,
    isPushed = true,
  }: { hasDevice: boolean; hasPhone: boolean; hasEmail?: boolean; isPushed?: boolean },
): OffReason | null {
  if (queuedChannel === "email" && !hasEmail) return "noEmail";
  if (queuedChannel === "phone" && !hasPhone) return "noPhone";
  const canPush = wanted[kind].push && hasDevice && isPushed;
  if (queuedChannel === (hasEmail ? "email" : "phone") && isFinders(kind) && !canPush) return null;
  if (!wanted[kind][queuedChannel]) return "preference";
  if (queuedChannel === "push" && !hasDevice) return "noDevice";
  return queuedChannel !== "email" && !isPushed ? "plan" : null;
}

/** What buyers are told about their orders. */
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
  | "returnRefunded";

/** What people are told about their plan; without it, how many days are left. */
export type PlanNews = "approved" | "rejected" | "corrected" | "given";

/** What our team did with somebody's tag for them. */
export type TagNews = "linked" | "unlinked" | "released" | "off" | "lost" | "putBack";

/** What became of one's own report, or of one that one complained about. */
export type ReportNews = "hidden" | "corrected" | "photoHidden" | "flagHidden" | "flagCorrected" | "flagDismissed";

/** What became of somebody's account without their doing. */
export type AccountNews = "phoneMoved";

/** What people are told about a pet that changes its owner. */
export type TransferNews = "offered" | "accepted" | "declined" | "gone";

/** What people are told about caring for a pet together. */
export type CaregiverNews = "invited" | "accepted" | "declined" | "left" | "changed" | "ended" | "newOwner";

/** What caregivers are told of as their pet's owner is, in words of their own. */
export const sharedKinds = ["scan", "found", "location", "message", "asked", "helper", "reunited"] as const;
export type SharedKind = (typeof sharedKinds)[number];

/** Values that a notification's words need. */
export interface NotificationParams {
  petName?: string;
  /** The photo by which its owner knows the pet. */
  photoId?: string;
  /** What a report without a name is about: its kind and the animal (`found.cat`), said in the reader's language. */
  nameless?: string;
  finderName?: string;
  text?: string;
  place?: string;
  /** The owner's own trial of a tag. */
  isTest?: boolean;
  /** The chip in the tag proved that somebody held a phone to it. */
  isTap?: boolean;
  /** How many further events this one notification sums up. */
  times?: number;
  /** The finder shares a live location, not one place. */
  isLive?: boolean;
  /** The tag was replaced by another one before. */
  isReplaced?: boolean;
  /** Which plan it is. */
  plan?: "basic" | "comfort" | "rescue-plus";
  /** What a reminder is of, how many days are left (negative: since when it is due), and its time of day. */
  title?: string;
  days?: number;
  time?: string;
  /** `AL-26-7K3M9Q`, and what happened to that order. */
  orderNumber?: string;
  orderNews?: OrderNews;
  /** The path of the page on which an order is confirmed without signing in. */
  confirmPath?: string;
  /** Where codes are guessed: a code of this batch, from this network. */
  batchName?: string;
  network?: string;
  /** What runs low or is back, and how many pieces there are. */
  productName?: string;
  pieces?: number;
  planNews?: PlanNews;
  reportNews?: ReportNews;
  transferNews?: TransferNews;
  accountNews?: AccountNews;
  caregiverNews?: CaregiverNews;
  /** For a caregiver: the first name of the pet's owner. */
  ownerName?: string;
  /** The search for the pet is over, and not because it came home. */
  isOver?: boolean;
  /** Which tag, and what our team did with it. */
  tagCode?: string;
  tagNews?: TagNews;
}
