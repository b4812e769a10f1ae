import type { Actor } from "#app/features/users/users.rules.ts";

export const tagStatuses = ["active", "inactive"] as const;
export type TagStatus = (typeof tagStatuses)[number];

export const codeKinds = ["generated", "custom"] as const;

/** What an owner may say of a tag that is no longer in their hands. */
export const tagMarks = ["lost", "stolen"] as const;
export type TagMark = (typeof tagMarks)[number];

/** Why an owner wants another tag in place of one. */
export const replaceReasons = ["worn", "damaged", "lost", "stolen"] as const;
export type ReplaceReason = (typeof replaceReasons)[number];

export const generateMost = 100;

/** The most tags of a batch that is ordered at once. */
export const maxInBatch = 2000;

/** The most characters of an owner's own name for a tag. */
export const maxLabelLength = 40;

/** The most tags that are changed at once. */
export const maxAtOnce = 1000;

interface TagState {
  status: TagStatus;
  ownerId: string | null;
  petId: string | null;
}

export const tagStates = ["available", "unlinked", "linked", "inactive"] as const;
export type TagStateName = (typeof tagStates)[number];

/** What administrators tell apart beside: tags that wait for a claim code, and misprints. */
export const adminTagStates = [...tagStates, "waiting", "void"] as const;
export type AdminTagState = (typeof adminTagStates)[number];

/** Those in which a tag of an owner's can be. */
export const ownStates = ["linked", "unlinked", "inactive"] as const;

export const tagOrders = ["newest", "changed", "code", "pet"] as const;
export type TagOrder = (typeof tagOrders)[number];

/** What an owner asks of many tags together. */
export const tagChanges = ["link", "unlink", "activate", "deactivate", "remove"] as const;
export type TagChange = (typeof tagChanges)[number];

/** What a finder is shown: the pet only when the tag is active, owned and linked. */
export function stateOf(tag: TagState): TagStateName {
  if (tag.status === "inactive") return "inactive";
  if (tag.ownerId === null) return "available";
  return tag.petId === null ? "unlinked" : "linked";
}

/** The state of a tag as administrators tell it. */
export function adminStateOf(tag: TagState & { voidedAt: Date | null; isWaiting: boolean }): AdminTagState {
  if (tag.voidedAt) return "void";
  return tag.isWaiting && tag.status === "active" ? "waiting" : stateOf(tag);
}

/** The owner alone links, unlinks, activates, deactivates and deletes a tag. */
export function canChangeTag(actor: Pick<Actor, "id">, tag: Pick<TagState, "ownerId">): boolean {
  return tag.ownerId === actor.id;
}
