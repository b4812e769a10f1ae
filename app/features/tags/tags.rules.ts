import type { Actor } from "#app/features/users/users.rules.ts";

export const tagStatuses = ["active", "inactive"] as const;
export type TagStatus = (typeof tagStatuses)[number];

export const codeKinds = ["generated", "custom"] as const;

/** How an owner can mark a tag that they no longer have. */
export const tagMarks = ["lost", "stolen"] as const;
export type TagMark = (typeof tagMarks)[number];

/** Why an owner wants to replace a tag. */
export const replaceReasons = ["worn", "damaged", "lost", "stolen"] as const;
export type ReplaceReason = (typeof replaceReasons)[number];

export const maxGenerated = 100;

/** Maximum number of tags in a batch. */
export const maxInBatch = 2000;

/** Maximum number of characters in an owner's label. */
export const maxLabelLength = 40;

/** Maximum number of tags in one bulk action. */
export const maxAtOnce = 1000;

interface TagState {
  status: TagStatus;
  ownerId: string | null;
  petId: string | null;
}

export const tagStates = ["available", "unlinked", "linked", "inactive"] as const;
export type TagStateName = (typeof tagStates)[number];

/** States that administrators see additionally: tags that wait for a claim code, and misprints. */
export const adminTagStates = [...tagStates, "waiting", "void"] as const;
export type AdminTagState = (typeof adminTagStates)[number];

/** States of an owner's tag. */
export const ownStates = ["linked", "unlinked", "inactive"] as const;

export const tagSorts = ["newest", "changed", "code", "pet"] as const;
export type TagSort = (typeof tagSorts)[number];

/** Bulk actions on an owner's tags. */
export const tagChanges = ["link", "unlink", "activate", "deactivate", "remove"] as const;
export type TagChange = (typeof tagChanges)[number];

/** Returns the state shown to finders: the pet is shown only when the tag is active, owned and linked. */
export function stateOf(tag: TagState): TagStateName {
  if (tag.status === "inactive") return "inactive";
  if (tag.ownerId === null) return "available";
  return tag.petId === null ? "unlinked" : "linked";
}

/** Returns a tag's state as administrators see it. */
export function adminStateOf(tag: TagState & { voidedAt: Date | null; isWaiting: boolean }): AdminTagState {
  if (tag.voidedAt) return "void";
  return tag.isWaiting && tag.status === "active" ? "waiting" : stateOf(tag);
}

/** Only the owner can link, unlink, activate, deactivate and delete a tag. */
export function canChangeTag(actor: Pick<Actor, "id">, tag: Pick<TagState, "ownerId">): boolean {
  return tag.ownerId === actor.id;
}
