import type { Actor } from "#app/features/users/users.rules.ts";
import {
  buildPreferences,
  channels,
  kindsFor,
  listEmergencyChannels,
  type Preferences,
  preferencesOf,
} from "./notifications.rules.ts";

/** Presets of all choices, from most to fewest notifications. */
export const presets = ["everything", "important", "emergencies"] as const;
export type Preset = (typeof presets)[number];

/** Choices of each preset; `important` is the default for new accounts. */
export const presetChoices: Record<Preset, Preferences> = {
  everything: buildPreferences(() => channels),
  important: preferencesOf(null),
  emergencies: buildPreferences(listEmergencyChannels),
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
