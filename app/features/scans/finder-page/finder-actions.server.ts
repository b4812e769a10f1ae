import { href, redirect } from "react-router";
import * as z from "zod";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { firstPetForm, photoForm } from "#app/features/pets/pets.forms.server.ts";
import { createPet } from "#app/features/pets/pets.server.ts";
import { createTag } from "#app/features/tags/batches/create-tags.server.ts";
import { claimTypedCode } from "#app/features/tags/claim/claim-typed-code.server.ts";
import { claimForm, customCodeForm, linkForm } from "#app/features/tags/tags.forms.server.ts";
import { findTag, getOwnTag, linkPet } from "#app/features/tags/tags.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { defineIntent, type FormArgs, handleIntents, toRefusal } from "#app/platform/http/forms/form.server.ts";
import { readForm } from "#app/platform/http/forms/request-body.server.ts";
import { appContext, type RequestInfo, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { findLanguageInAddress } from "#app/platform/i18n/language-of.server.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { findGovernorate } from "#app/platform/map/find-governorate.server.ts";
import { haveForm, placeForm } from "../finder.forms.server.ts";
import { queueSubmission } from "../offline-fallback/queue-submission.server.ts";
import type { Visit } from "../recording/request-signals.server.ts";
import {
  readScanToken,
  requireNonEmptyForm,
  requirePlace,
  sendPhotoToFamily,
  sendPlace,
  startFinderConversation,
} from "../submissions/finder-submissions.server.ts";
import { nearQuery, pathNear, readNear } from "./finder-clinics.server.tsx";
import { getQuery } from "./finder-frame.server.ts";
import { getQueuedPath, refusedQuery, withDbFallback } from "./finder-offline.server.tsx";
import { type RejectedForm, worksQuery } from "./finder-parts.server.tsx";
import { keepTyped, toRejectedForm } from "./rejected-form.server.ts";

/** Handles a form of a tag's page. Returns a Response, or the error and the submitted values when it was rejected. */
export async function handleTagPageForms(
  args: FormArgs,
  code: string,
  visit: Visit,
  actor: Actor | null,
): Promise<Response | RejectedForm> {
  const ctx = args.context.get(appContext);
  const info = args.context.get(requestInfoContext);
  const path = href("/tag/:tagCode", { tagCode: code });
  const isMultipart = args.request.headers.get("content-type")?.startsWith("multipart/");
  const posted = await readForm(args, { files: isMultipart });
  const query = getQuery(args.request);
  if (findLanguageInAddress(args.request) || query.has(nearQuery)) return showAgain(path, query, posted);
  // The tag of this page takes precedence over the form's value.
  posted.set("code", code);
  /** Intent that requires a signed-in user; redirects anyone else to sign in. */
  const signedInIntent = <Schema extends z.ZodType>(
    schema: Schema,
    work: (actor: Actor, value: z.output<Schema>) => Promise<Response>,
    failed: WordKey,
  ) =>
    defineIntent(
      schema,
      (value) =>
        withDbFallback(
          ctx,
          async () => (actor ? work(actor, value) : redirect(`${href("/auth")}?to=${encodeURIComponent(path)}`, 303)),
          () => redirect(path, 303),
        ),
      failed,
    );

  const answer = await handleIntents(
    args,
    {
      have: defineIntent(haveForm, (form) => notifyFamily(ctx, info, form, visit)),
      location: defineIntent(placeForm, (form) => sendPlaceToFamily(ctx, info, form, { path, visit })),
      claim: signedInIntent(
        z.object({ ...claimForm.shape, ...newPet }),
        async (actor, { name, type, photo, ...form }) => {
          const tag = await claimTypedCode(ctx, { actor, address: info.address }, form);
          if (form.replaces) return redirectWithToast(path, "replacement.placed");
          if (tag.petId) return redirectToWorkingTag(path);
          if (!name || !type) return redirectWithToast(path, "tags.claimed");
          // The tag is theirs by now: whatever fails, the form does not say that claiming it did.
          await linkNewPet(ctx, actor, tag.id, { name, type, photo }).catch((error) => {
            throw toRefusal(ctx, info, error);
          });
          return redirectToWorkingTag(path);
        },
        "tags.claimFailed",
      ),
      link: signedInIntent(
        z.union([linkForm.pick({ petId: true }), taggedPetForm]),
        async (actor, form) => {
          const tagId = (await findTag(ctx, code))?.id ?? "";
          if ("petId" in form) await linkPet(ctx, actor, { tagId, petId: form.petId });
          else await linkNewPet(ctx, actor, tagId, form);
          return redirectToWorkingTag(path);
        },
        "tags.linkFailed",
      ),
      create: signedInIntent(
        customCodeForm,
        async (actor, form) => {
          await createTag(ctx, actor, form.code);
          return redirectWithToast(path, "tags.added");
        },
        "tags.generateFailed",
      ),
    },
    { posted },
  );
  return answer instanceof Response ? answer : toRejectedForm(answer);
}

/** Fields of the finder's forms that a person types. */
const typedFields = ["note", "place", "name", "contact"];

/**
 * Answers the choice of a language or governorate by a form's button: the form with what was typed, or the bare page if
 * it is empty.
 */
function showAgain(path: string, query: URLSearchParams, posted: FormData): Response | RejectedForm {
  const kept = keepTyped(posted);
  if (typedFields.some((name) => kept.typed[name])) return kept;
  return redirect(pathNear(path, readNear(query, kept.typed), query), 303);
}

/** Redirects to the page that says that the tag of this page works. */
const redirectToWorkingTag = (path: string) => redirectWithToast(`${path}?${worksQuery}`, "tags.linked");

/** First pet of an account, created with the link to its tag. */
const taggedPetForm = firstPetForm.extend({ photo: photoForm.shape.photo });

/** Fields for the first pet of an account, beside those of its tag. */
const newPet = {
  name: z.preprocess((name) => name || undefined, firstPetForm.shape.name.optional()),
  type: z.preprocess((type) => type || undefined, firstPetForm.shape.type.optional()),
  photo: photoForm.shape.photo,
};

/** Creates the account's first pet and links it to its tag. Throws 409 (`tags.selectPet`) if there is a pet already. */
async function linkNewPet(
  ctx: AppContext,
  actor: Actor,
  tagId: string,
  form: z.output<typeof taggedPetForm>,
): Promise<void> {
  if ((await listPets(ctx, actor)).length > 0) throw new AppError("tags.selectPet", 409);
  await getOwnTag(ctx, actor, tagId);
  const petId = await createPet(ctx, actor, form);
  await linkPet(ctx, actor, { tagId, petId });
}

/** Handles "I have this pet": notifies the family, or queues the submission while the database is unavailable. */
async function notifyFamily(
  ctx: AppContext,
  info: RequestInfo,
  { scan, photo, ...words }: z.output<typeof haveForm>,
  visit: Visit,
): Promise<Response> {
  const { address, finderLanguage: language } = info;
  const id = createId();
  const form = { ...words, hasPhoto: photo !== undefined };
  return withDbFallback(
    ctx,
    async () => {
      const from = { address, language, idempotencyKey: { id } };
      const key = await startFinderConversation(ctx, scan, form, from);
      const refusal = photo && (await sendPhotoToFamily(ctx, key, photo, { address }));
      return redirect(`${href("/f/:key", { key })}${refusal ? `?${refusedQuery}=${refusal}#write` : ""}`, 303);
    },
    async () => {
      requireNonEmptyForm(form);
      readScanToken(ctx, scan);
      // Photos are not queued: the page says so, and the next one takes it.
      await queueSubmission(ctx, { id, kind: "have", address, body: { scan, form, visit, language } });
      return redirect(`${getQueuedPath(ctx, id)}${photo ? `?${refusedQuery}=1` : ""}`, 303);
    },
  );
}

async function sendPlaceToFamily(
  ctx: AppContext,
  { address }: RequestInfo,
  { scan, ...form }: z.output<typeof placeForm>,
  { path, visit }: { path: string; visit: Visit },
): Promise<Response> {
  const id = createId();
  return withDbFallback(
    ctx,
    async () => {
      await sendPlace(ctx, scan, form, { address, idempotencyKey: { id } });
      return redirectWithToast(pathNear(path, findGovernorate(form)), "finderPage.finder.placeSent");
    },
    async () => {
      requirePlace(form);
      readScanToken(ctx, scan);
      await queueSubmission(ctx, { id, kind: "location", address, body: { scan, form, visit } });
      return redirectWithToast(pathNear(path, findGovernorate(form)), "finderPage.finder.outage.placeKept");
    },
  );
}
