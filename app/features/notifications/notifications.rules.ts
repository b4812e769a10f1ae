import { type Actor, isAdmin } from "#app/features/users/users.rules.ts";

/** Channels that deliver by their own jobs. */
export const queuedChannels = ["email", "push", "phone"] as const;
export type QueuedChannel = (typeof queuedChannels)[number];

/** All channels; `phone` is WhatsApp or SMS, `live` the toast on an open page. */
export const channels = [...queuedChannels, "live"] as const;
export type Channel = (typeof channels)[number];

interface KindRules {
  /**
   * `finder`: comes from a finder, who may be standing beside the animal; neither preferences nor quiet hours hold it
   * back from the owner. `alarm`: nobody waits, but it is urgent. `routine`: everything else.
   */
  urgency: "finder" | "alarm" | "routine";
  /** Channels of a new account. */
  on: readonly Channel[];
  /** Channels of a routine kind in the preset `emergencies`; none by default. */
  inEmergencies?: readonly Channel[];
  /** Operational, for administrators only. */
  isForAdmins?: true;
}

const exceptPhone: readonly Channel[] = ["email", "push", "live"];
const emailAndLive: readonly Channel[] = ["email", "live"];

/** All kinds of notifications in the order in which settings show them; everything else about a kind follows from it. */
const kinds = {
  scan: { urgency: "finder", on: channels },
  found: { urgency: "finder", on: channels },
  location: { urgency: "finder", on: channels },
  message: { urgency: "finder", on: channels },
  asked: { urgency: "finder", on: channels },
  helper: { urgency: "finder", on: channels },
  inquiry: { urgency: "routine", on: exceptPhone },
  reunited: { urgency: "routine", on: exceptPhone },
  transfer: { urgency: "routine", on: exceptPhone },
  care: { urgency: "routine", on: exceptPhone },
  lost: { urgency: "alarm", on: channels },
  match: { urgency: "alarm", on: channels },
  report: { urgency: "routine", on: emailAndLive },
  moderation: { urgency: "routine", on: emailAndLive },
  reminder: { urgency: "routine", on: exceptPhone },
  order: { urgency: "routine", on: exceptPhone },
  plan: { urgency: "routine", on: exceptPhone },
  tag: { urgency: "routine", on: exceptPhone },
  account: { urgency: "routine", on: emailAndLive, inEmergencies: ["email"] },
  restock: { urgency: "routine", on: exceptPhone },
  stock: { urgency: "routine", on: emailAndLive, isForAdmins: true },
  guessing: { urgency: "alarm", on: channels, isForAdmins: true },
} as const satisfies Record<string, KindRules>;

export type NotificationKind = keyof typeof kinds;
export const notificationKinds = Object.keys(kinds) as [NotificationKind, ...NotificationKind[]];

const rulesOf = (kind: NotificationKind): KindRules => kinds[kind];

/** Whether the kind is operational, for administrators only. */
export const isForAdmins = (kind: NotificationKind): boolean => rulesOf(kind).isForAdmins === true;

/** Returns the kinds that a user can receive and configure; operational ones are for administrators only. */
export function kindsFor(actor: Pick<Actor, "role"> | null): readonly NotificationKind[] {
  return isAdmin(actor) ? notificationKinds : notificationKinds.filter((kind) => !isForAdmins(kind));
}

/** `sent`: accepted by the carrier, which has not yet confirmed delivery. */
export const deliveryStates = ["waiting", "sent", "delivered", "failed", "off"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The channels an owner wants for each kind. The inbox always gets everything. */
export type Preferences = Record<NotificationKind, Record<Channel, boolean>>;

/** Returns the preferences in which the channels that `list` names are on. */
export function buildPreferences(list: (kind: NotificationKind) => readonly Channel[]): Preferences {
  return Object.fromEntries(
    notificationKinds.map((kind) => [
      kind,
      Object.fromEntries(channels.map((channel) => [channel, list(kind).includes(channel)])),
    ]),
  ) as Preferences;
}

const defaultPreferences = buildPreferences((kind) => rulesOf(kind).on);

/** Returns a kind's channels in the preset `emergencies`. */
export function listEmergencyChannels(kind: NotificationKind): readonly Channel[] {
  const { urgency, inEmergencies = [] } = rulesOf(kind);
  return urgency === "routine" ? inEmergencies : channels;
}

/** Whether the kind comes from a finder, so that nothing holds it back from the owner. */
export const isFromFinder = (kind: NotificationKind): boolean => rulesOf(kind).urgency === "finder";

/** Whether nobody waits for the kind and it is no alarm. */
export const isRoutine = (kind: NotificationKind): boolean => rulesOf(kind).urgency === "routine";

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
export function listKindsWithoutDelivery(choices: Preferences): NotificationKind[] {
  return notificationKinds.filter((kind) => isFromFinder(kind) && !choices[kind].email && !choices[kind].push);
}

/** Whether someone wrote and waits for an answer; a scan is only detected automatically. */
export function waitsForAnswer(kind: NotificationKind): boolean {
  return isFromFinder(kind) && kind !== "scan";
}

/** Returns a notification's send priority, highest first: messages from people 20, alarms 10, all others 0. */
export function priorityOf(kind: NotificationKind): number {
  if (waitsForAnswer(kind)) return 20;
  return isRoutine(kind) ? 0 : 10;
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
  if (queuedChannel === (hasEmail ? "email" : "phone") && isFromFinder(kind) && !canPush) return null;
  if (!preferences[kind][queuedChannel]) return "preference";
  if (queuedChannel === "push" && !hasDevice) return "noDevice";
  return queuedChannel !== "email" && !isPushed ? "plan" : null;
}

/** Events of an order that its buyer is notified of. */
export type OrderNews =
  | "placed"
  | "toConfirm"
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
  /** Somebody typed or read the number of the pet's microchip. */
  isChip?: boolean;
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
