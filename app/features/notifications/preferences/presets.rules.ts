import type { Actor } from "#app/features/users/users.rules.ts";
import {
  type Channel,
  channels,
  kindsFor,
  type NotificationKind,
  notificationKinds,
  type Preferences,
  preferencesOf,
} from "../notifications.rules.ts";

/** Choices for all kinds at once, the most first. */
export const presets = ["everything", "important", "emergencies"] as const;
export type Preset = (typeof presets)[number];

/** Which channels a kind keeps for whoever wants to hear of emergencies alone. */
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

function choicesWhere(isOn: (kind: NotificationKind, channel: Channel) => boolean): Preferences {
  return Object.fromEntries(
    notificationKinds.map((kind) => [
      kind,
      Object.fromEntries(channels.map((channel) => [channel, isOn(kind, channel)])),
    ]),
  ) as Preferences;
}

/** What each of them chooses; `important` is what every new account begins with. */
export const presetChoices: Record<Preset, Preferences> = {
  everything: choicesWhere(() => true),
  important: preferencesOf(null),
  emergencies: choicesWhere((kind, channel) => inEmergencies[kind].includes(channel)),
};

/** Which of them somebody's switches amount to, by the kinds that they are told of; null when it is a choice of their own. */
export function presetOf(choices: Preferences, actor: Pick<Actor, "role"> | null): Preset | null {
  const isSame = (preset: Preset) =>
    kindsFor(actor).every((kind) =>
      channels.every((channel) => choices[kind][channel] === presetChoices[preset][kind][channel]),
    );
  return presets.find(isSame) ?? null;
}
