import type { Actor } from "#app/features/users/users.rules.ts";
import {
  type Channel,
  channels,
  kindsFor,
  type NotificationKind,
  notificationKinds,
  type Preferences,
  preferencesOf,
} from "./notifications.rules.ts";

/** Presets of all choices, from most to fewest notifications. */
export const presets = ["everything", "important", "emergencies"] as const;
export type Preset = (typeof presets)[number];

/** Channels of each kind in the preset `emergencies`. */
const inEmergencies: Record<NotificationKind, readonly Channel[]> = {
  scan: channels,
  found: channels,
  location: channels,
  message: channels,
  asked: channels,
  helper: channels,
  reunited: [],
  transfer: [],
  care: [],
  lost: channels,
  match: channels,
  report: [],
  moderation: [],
  reminder: [],
  order: [],
  plan: [],
  tag: [],
  account: ["email"],
  restock: [],
  stock: [],
  guessing: channels,
};

function buildChoices(isOn: (kind: NotificationKind, channel: Channel) => boolean): Preferences {
  return Object.fromEntries(
    notificationKinds.map((kind) => [
      kind,
      Object.fromEntries(channels.map((channel) => [channel, isOn(kind, channel)])),
    ]),
  ) as Preferences;
}

/** Choices of each preset; `important` is the default for new accounts. */
export const presetChoices: Record<Preset, Preferences> = {
  everything: buildChoices(() => true),
  important: preferencesOf(null),
  emergencies: buildChoices((kind, channel) => inEmergencies[kind].includes(channel)),
};

/**
 * Returns the preset that equals the user's choices, comparing only kinds that they can receive; null for custom
 * choices.
 */
export function presetOf(choices: Preferences, actor: Pick<Actor, "role"> | null): Preset | null {
  const isSame = (preset: Preset) =>
    kindsFor(actor).every((kind) =>
      channels.every((channel) => choices[kind][channel] === presetChoices[preset][kind][channel]),
    );
  return presets.find(isSame) ?? null;
}
