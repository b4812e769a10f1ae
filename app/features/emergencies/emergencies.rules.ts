import type { Channel } from "#app/features/notifications/notifications.rules.ts";
import type { PetType } from "#app/features/pets/pets.rules.ts";
import { dayMs, hourMs, minuteMs } from "#app/platform/durations.rules.ts";

/**
 * `found`: a finder has the pet and waits for an answer. `message`: somebody wrote about the report and waits for an
 * answer. `lost`: the pet is missing.
 */
export type EmergencyKind = "found" | "message" | "lost";

/** Something that an owner or caregiver must act on now. */
export interface Emergency {
  kind: EmergencyKind;
  /** Id of the conversation, of the lost pet, or of the report of a pet without a profile. */
  id: string;
  since: Date;
  /** Empty when the name is unknown. */
  petName: string;
  type: PetType | null;
  petId: string | null;
  photo: { id: string; x: number; y: number } | null;
  finderName: string | null;
  /** The pet's owner, when that is someone else. */
  ownerName: string | null;
  /** Path of the page to act on: the conversation or the report. */
  to: string;
  /** Path of the scan page, which accepts "I'm on my way". */
  scanPage: string | null;
  /** The owner's report of the lost pet; `url` is set while the report is public. */
  report: { id: string; url: string | null } | null;
  /** Number of scans by people since the pet went missing, plus likely matches. */
  sightings: number;
  conversations: number;
  /** Channels that delivered a notification to the owner, and names of the emergency contacts who were notified. */
  alertedBy: Channel[];
  contacts: string[];
}

const kindOrder: readonly EmergencyKind[] = ["found", "message", "lost"];

/**
 * Sorts those of the last hour first, then pets with a finder, then written messages, then lost pets, each newest first. Omits the `lost` entry of a
 * pet that also has a waiting finder.
 */
export function sortEmergencies(all: readonly Emergency[], now: Date): Emergency[] {
  const waiting = all.filter(({ kind }) => kind !== "lost");
  const withFinder = new Set(waiting.map(({ petId, report }) => petId ?? report?.id));
  const lost = all.filter(({ kind, petId, report }) => kind === "lost" && !withFinder.has(petId ?? report?.id));
  const isNew = (one: Emergency) => Number(ageOf(one, now) === "new");
  return [...waiting, ...lost].sort(
    (one, other) =>
      isNew(other) - isNew(one) ||
      kindOrder.indexOf(one.kind) - kindOrder.indexOf(other.kind) ||
      other.since.getTime() - one.since.getTime(),
  );
}

/** How loudly an emergency is shown. */
export type EmergencyAge = "new" | "today" | "old";

/** Returns an emergency's age: less than an hour, a day, or older. For a caregiver, none is `new`: the owner acts first. */
export function ageOf({ since, ownerName }: Pick<Emergency, "since" | "ownerName">, now: Date): EmergencyAge {
  const elapsed = now.getTime() - since.getTime();
  if (elapsed >= dayMs) return "old";
  return elapsed < hourMs && ownerName === null ? "new" : "today";
}

/** Returns the elapsed time in its largest whole unit; at least 1 minute. */
export function spanSince(since: Date, now: Date): { unit: "minutes" | "hours" | "days"; count: number } {
  const minutes = Math.max(1, Math.floor((now.getTime() - since.getTime()) / minuteMs));
  if (minutes < 60) return { unit: "minutes", count: minutes };
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? { unit: "hours", count: hours } : { unit: "days", count: Math.floor(hours / 24) };
}
