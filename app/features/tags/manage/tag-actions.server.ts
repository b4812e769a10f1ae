import { and, eq, inArray } from "drizzle-orm";
import type { ActionFunctionArgs } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { lockOwnPet } from "#app/features/pets/pets.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast, type Toast } from "#app/platform/http/toast.server.ts";
import { claimTypedCode } from "../claim/claim-typed-code.server.ts";
import { cancelReplacement } from "../replacements.server.ts";
import { claimForm, labelForm, linkForm, markForm, tagForm, tagSelectionForm } from "../tags.forms.server.ts";
import { maxAtOnce, type TagChange } from "../tags.rules.ts";
import {
  activateTag,
  deactivateTag,
  deleteTag,
  linkPet,
  markTag,
  type Tag,
  unlinkPet,
  updateTagLabel,
} from "../tags.server.ts";
import { tags } from "../tags.tables.server.ts";
import { buildOwnTagFilter, readTagSearch, type TagSearch } from "./tag-search.server.ts";

/** Individual tags, or all that match a search, with the number shown to the owner. */
type TagChoice = { ids: readonly string[] } | { search: TagSearch; expected: number };

interface TagsChanged {
  done: number;
  /** Tags that were already in the target state. */
  already: number;
  /** Tags that no longer exist or are not the actor's. */
  gone: number;
}

/**
 * Applies a change to many of the actor's tags, all or none, and returns what it did. Other users' tags are treated
 * like missing ones. Rejects an empty selection, more than 1,000 tags, someone else's pet, and a search whose number of
 * matches is no longer `expected`.
 */
export async function updateTags(
  ctx: AppContext,
  actor: Actor,
  { change, choice, petId }: { change: TagChange; choice: TagChoice; petId?: string | undefined },
): Promise<TagsChanged> {
  return withTransaction(ctx, async (tx) => {
    const pet = change === "link" ? await lockOwnPet(tx, actor, petId ?? "") : null;
    const { found, gone } = await lockChosen(tx, actor, choice);
    const now = ctx.clock.now();
    const target = { ...targets(now, pet?.id ?? null)[change], updatedAt: now };
    const due = found
      .filter((tag) => change === "remove" || !isUnchanged(tag, change, pet?.id ?? null))
      .map(({ id }) => id);
    if (due.length > 0 && change === "remove") await tx.db.delete(tags).where(inArray(tags.id, due));
    else if (due.length > 0) await tx.db.update(tags).set(target).where(inArray(tags.id, due));
    return { done: due.length, already: found.length - due.length, gone };
  });
}

function targets(now: Date, petId: string | null): Record<TagChange, Partial<Tag>> {
  return {
    link: { petId, linkedAt: now },
    unlink: { petId: null, linkedAt: null },
    activate: { status: "active" },
    deactivate: { status: "inactive" },
    remove: {},
  };
}

function isUnchanged(tag: Pick<Tag, "status" | "petId">, change: TagChange, petId: string | null): boolean {
  if (change === "link" || change === "unlink") return tag.petId === petId;
  return tag.status === (change === "activate" ? "active" : "inactive");
}

/** Locks the tags in a fixed order, so that concurrent changes of the same tags wait instead of deadlocking. */
async function lockChosen(tx: AppContext, actor: Actor, choice: TagChoice) {
  const ids = "ids" in choice ? [...new Set(choice.ids.map((id) => id.toLowerCase()))] : null;
  if (ids?.length === 0) throw new AppError("tags.chooseSome", 400, { field: "tagId" });
  if (ids && ids.length > maxAtOnce) throw createTooManyError();
  const filter =
    "ids" in choice
      ? and(eq(tags.ownerId, actor.id), inArray(tags.id, ids ?? []))
      : await buildOwnTagFilter(tx, actor, choice.search);
  const found = await tx.db
    .select({ id: tags.id, status: tags.status, petId: tags.petId })
    .from(tags)
    .where(filter)
    .orderBy(tags.id)
    .limit(maxAtOnce + 1)
    .for("update");
  if (found.length > maxAtOnce) throw createTooManyError();
  if ("expected" in choice && choice.expected !== found.length) throw new AppError("tags.listChanged", 409);
  return { found, gone: ids ? ids.length - found.length : 0 };
}

function createTooManyError(): AppError {
  return new AppError("tags.tooMany", 400, { params: { most: maxAtOnce } });
}

/** Handles all forms about an owner's tags, and returns to the page that sent them. */
export async function handleTagForms(args: ActionFunctionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { address } = args.context.get(requestInfoContext);
  // The router's URL of the page: scripts post to `….data`, which cannot be redirected to.
  const back = new URL(args.url);
  for (const name of ["code", "add"]) back.searchParams.delete(name);
  const goBack = (toast: Toast) => redirectWithToast(back.pathname + back.search, toast);
  const done = (code: Toast["code"]) => goBack({ type: "success", code });
  const search = readTagSearch(back.searchParams);

  const many = (change: TagChange) =>
    defineIntent(
      tagSelectionForm,
      async ({ tagId, petId, scope, expected }) => {
        const choice = scope === "all" ? { search, expected } : { ids: tagId };
        return goBack(describeChanges(change, await updateTags(ctx, actor, { change, choice, petId })));
      },
      "tags.manyFailed",
    );

  return handleIntents(
    args,
    {
      claim: defineIntent(
        claimForm,
        async (form) => {
          await claimTypedCode(ctx, { actor, address }, form);
          return done(form.replaces ? "replacement.placed" : "tags.added");
        },
        "tags.claimFailed",
      ),
      link: defineIntent(
        linkForm,
        async (form) => {
          await linkPet(ctx, actor, form);
          return done("tags.linked");
        },
        "tags.linkFailed",
      ),
      label: defineIntent(labelForm, async (form) => {
        await updateTagLabel(ctx, actor, form);
        return done("tags.labelled");
      }),
      mark: defineIntent(markForm, async ({ tagId, mark }) => {
        await markTag(ctx, actor, { tagId, mark: mark === "back" ? null : mark });
        return done(`tags.mark.done.${mark}`);
      }),
      keep: defineIntent(tagForm, async ({ tagId }) => {
        await cancelReplacement(ctx, actor, tagId);
        return done("replacement.kept");
      }),
      unlink: defineIntent(tagForm, async ({ tagId }) => {
        await unlinkPet(ctx, actor, tagId);
        return done("tags.unlinked");
      }),
      activate: defineIntent(tagForm, async ({ tagId }) => {
        await activateTag(ctx, actor, tagId);
        return done("tags.activated");
      }),
      deactivate: defineIntent(tagForm, async ({ tagId }) => {
        await deactivateTag(ctx, actor, tagId);
        return done("tags.deactivated");
      }),
      remove: defineIntent(
        tagForm,
        async ({ tagId }) => {
          await deleteTag(ctx, actor, tagId);
          return done("tags.removed");
        },
        "tags.removeFailed",
      ),
      "link-many": many("link"),
      "unlink-many": many("unlink"),
      "activate-many": many("activate"),
      "deactivate-many": many("deactivate"),
      "remove-many": many("remove"),
    },
    { failed: "tags.changeFailed" },
  );
}

function describeChanges(change: TagChange, { done, already, gone }: TagsChanged): Toast {
  const rest: Toast["description"] = [];
  if (already > 0) rest.push({ code: "manyTags.already", params: { count: already } });
  if (gone > 0) rest.push({ code: "manyTags.gone", params: { count: gone } });
  if (done === 0) return { type: "info", code: "manyTags.none", description: rest };
  return { type: "success", code: `manyTags.${change}`, params: { count: done }, description: rest };
}
