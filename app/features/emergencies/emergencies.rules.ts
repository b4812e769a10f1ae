import type { Channel } from "#app/features/notifications/notifications.rules.ts";
import type { PetType } from "#app/features/pets/pets.rules.ts";

/** `has`: a finder has the pet and waits. `wrote`: somebody wrote about the report and waits. `lost`: the pet is missing. */
export type EmergencyKind = "has" | "wrote" | "lost";

/** Something that an owner, or who cares for a pet with them, must act on now. */
export interface Emergency {
  kind: EmergencyKind;
  /** The id of the conversation, of the lost pet, or of the report of one. */
  id: string;
  since: Date;
  /** Empty: nobody knows its name. */
  petName: string;
  type: PetType | null;
  petId: string | null;
  photo: { id: string; x: number; y: number } | null;
  finderName: string | null;
  /** Whose pet it is, where that is somebody else. */
  ownerName: string | null;
  /** Where to act: the conversation, or the search. */
  to: string;
  /** The scan's page, which takes the owner's "I'm on my way". */
  scanPage: string | null;
  /** The owner's report that the pet is lost; `url` while everybody may see it. */
  report: { id: string; url: string | null } | null;
  /** Scans by people since it is missing, and likely matches. */
  sightings: number;
  conversations: number;
  /** The channels on which the owner was told, and the emergency contacts who were. */
  alertedBy: Channel[];
  contacts: string[];
}

const order: readonly EmergencyKind[] = ["has", "wrote", "lost"];

/** Who has the pet first, then who wrote, each the newest first; a lost pet whose finder waits has the finder's line only. */
export function inOrder(all: readonly Emergency[]): Emergency[] {
  const waiting = all.filter(({ kind }) => kind !== "lost");
  const found = new Set(waiting.map(({ petId, report }) => petId ?? report?.id));
  const lost = all.filter(({ kind, petId, report }) => kind === "lost" && !found.has(petId ?? report?.id));
  return [...waiting, ...lost].sort(
    (one, other) => order.indexOf(one.kind) - order.indexOf(other.kind) || other.since.getTime() - one.since.getTime(),
  );
}

/** How long it has been, in the largest unit that fills: at least one minute. */
export function spanSince(since: Date, now: Date): { unit: "minutes" | "hours" | "days"; count: number } {
  const minutes = Math.max(1, Math.floor((now.getTime() - since.getTime()) / 60_000));
  if (minutes < 60) return { unit: "minutes", count: minutes };
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? { unit: "hours", count: hours } : { unit: "days", count: Math.floor(hours / 24) };
}
