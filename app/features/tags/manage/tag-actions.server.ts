import type { ActionFunctionArgs } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast, type Toast } from "#app/platform/http/toast.server.ts";
import { claimTypedCode } from "../claim/claim-rate-limit.server.ts";
import { cancelReplacement } from "../replacement/replacements.server.ts";
import { claimForm, labelForm, linkForm, manyForm, markForm, tagForm } from "../tags.forms.server.ts";
import type { TagChange } from "../tags.rules.ts";
import { activateTag, deactivateTag, deleteTag, linkPet, markTag, unlinkPet, updateTagLabel } from "../tags.server.ts";
import { type TagsChanged, updateTags } from "./change-tags.server.ts";
import { readTagSearch } from "./tag-search.server.ts";

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
    intent(
      manyForm,
      async ({ tagId, petId, scope, expected }) => {
        const choice = scope === "all" ? { search, expected } : { ids: tagId };
        return goBack(inWords(change, await updateTags(ctx, actor, { change, choice, petId })));
      },
      "tags.manyFailed",
    );

  return handleIntents(args, {
    claim: intent(
      claimForm,
      async (form) => {
        await claimTypedCode(ctx, { actor, address }, form);
        return done(form.replaces ? "replacement.placed" : "tags.added");
      },
      "tags.claimFailed",
    ),
    link: intent(
      linkForm,
      async (form) => {
        await linkPet(ctx, actor, form);
        return done("tags.linked");
      },
      "tags.linkFailed",
    ),
    label: intent(
      labelForm,
      async (form) => {
        await updateTagLabel(ctx, actor, form);
        return done("tags.labelled");
      },
      "tags.changeFailed",
    ),
    mark: intent(
      markForm,
      async ({ tagId, mark }) => {
        await markTag(ctx, actor, { tagId, mark: mark === "back" ? null : mark });
        return done(`tags.mark.done.${mark}`);
      },
      "tags.changeFailed",
    ),
    keep: intent(
      tagForm,
      async ({ tagId }) => {
        await cancelReplacement(ctx, actor, tagId);
        return done("replacement.kept");
      },
      "tags.changeFailed",
    ),
    unlink: intent(
      tagForm,
      async ({ tagId }) => {
        await unlinkPet(ctx, actor, tagId);
        return done("tags.unlinked");
      },
      "tags.changeFailed",
    ),
    activate: intent(
      tagForm,
      async ({ tagId }) => {
        await activateTag(ctx, actor, tagId);
        return done("tags.activated");
      },
      "tags.changeFailed",
    ),
    deactivate: intent(
      tagForm,
      async ({ tagId }) => {
        await deactivateTag(ctx, actor, tagId);
        return done("tags.deactivated");
      },
      "tags.changeFailed",
    ),
    remove: intent(
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
  });
}

function inWords(change: TagChange, { done, already, gone }: TagsChanged): Toast {
  const rest: Toast["description"] = [];
  if (already > 0) rest.push({ code: "tags.many.already", params: { count: already } });
  if (gone > 0) rest.push({ code: "tags.many.gone", params: { count: gone } });
  if (done === 0) return { type: "info", code: "tags.many.none", description: rest };
  return { type: "success", code: `tags.many.${change}`, params: { count: done }, description: rest };
}
