import { redirect } from "react-router";
import type * as z from "zod";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { createTag } from "#app/features/tags/admin/admin-tags.server.ts";
import { claimTyped } from "#app/features/tags/claim/claim-rate-limit.server.ts";
import { claimInPlaceOf } from "#app/features/tags/replacement/replacements.server.ts";
import { customCodeForm } from "#app/features/tags/tags.forms.server.ts";
import { claimTag, findTag, linkPet } from "#app/features/tags/tags.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { AppError, getRetryAfter } from "#app/platform/http/app-error.server.ts";
import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import { withTo } from "#app/platform/http/safe-path.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { drop } from "./drop.server.ts";
import { haveForm, placeForm } from "./finder.forms.server.ts";
import { needPlace, needSomething, reportHaving, scanIdOf, sendPlace } from "./finder.server.ts";
import { keptAddress, withDbFallback } from "./finder-away.server.tsx";
import type { Refused } from "./finder-parts.server.tsx";
import type { Visit } from "./visitor.server.ts";

const failures = { claim: "tags.claimFailed", link: "tags.linkFailed", create: "tags.generateFailed" } as const;

/** Carries out one form of a tag's page: a Response to follow, or why it was refused and what was typed. */
export async function actOnTag(
  ctx: AppContext,
  info: RequestInfo,
  form: FormData,
  visit: Visit,
  actor: Actor | null,
): Promise<Response | Refused> {
  const { code } = visit;
  const typed = Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === "string" ? value.slice(0, 4000) : ""]),
  );
  const intent = typed.intent ?? "";
  const path = `/tag/${encodeURIComponent(code)}`;
  try {
    switch (intent) {
      case "have":
        return await tellFamily(ctx, info, read(haveForm, typed), visit);
      case "location":
        return await tellPlace(ctx, info, read(placeForm, typed), { path, visit });
      default:
        return await withDbFallback(
          ctx,
          () => actAsMember(ctx, typed, { code, address: info.address }, actor),
          () => redirect(path, 303),
        );
    }
  } catch (error) {
    if (error instanceof AppError) {
      info.retryAfter = getRetryAfter(error);
      const { status, code, params, field = null } = error;
      return { intent, status, message: info.t(code, params), field, typed };
    }
    const failed = failures[intent as keyof typeof failures];
    if (!failed || error instanceof Response) throw error;
    ctx.log.error({ err: error, id: info.id }, "a form of a tag's page could not be carried out");
    return { intent, status: 500, message: info.t(failed), field: null, typed };
  }
}

/** "I have this pet": told at once, or kept until the family can be told. */
async function tellFamily(
  ctx: AppContext,
  info: RequestInfo,
  { scan, ...form }: z.output<typeof haveForm>,
  visit: Visit,
): Promise<Response> {
  const { address, language } = info;
  const id = newId();
  return withDbFallback(
    ctx,
    async () => redirect(`/f/${await reportHaving(ctx, scan, form, { address, language, arrival: { id } })}`, 303),
    async () => {
      needSomething(form);
      scanIdOf(ctx, scan);
      await drop(ctx, { id, kind: "have", address, body: { scan, form, visit, language } });
      return redirect(keptAddress(ctx, id), 303);
    },
  );
}

async function tellPlace(
  ctx: AppContext,
  { address }: RequestInfo,
  { scan, ...form }: z.output<typeof placeForm>,
  { path, visit }: { path: string; visit: Visit },
): Promise<Response> {
  const id = newId();
  return withDbFallback(
    ctx,
    async () => {
      await sendPlace(ctx, scan, form, { address, arrival: { id } });
      return redirectWithToast(path, { type: "success", code: "finderPage.finder.placeSent" });
    },
    async () => {
      needPlace(form);
      scanIdOf(ctx, scan);
      await drop(ctx, { id, kind: "location", address, body: { scan, form, visit } });
      return redirectWithToast(path, { type: "success", code: "finderPage.finder.away.placeKept" });
    },
  );
}

/** What is done to the tag itself, for which somebody has to be signed in. */
async function actAsMember(
  ctx: AppContext,
  typed: Record<string, string>,
  { code, address }: { code: string; address: string },
  actor: Actor | null,
): Promise<Response> {
  const path = `/tag/${encodeURIComponent(code)}`;
  switch (typed.intent) {
    case "claim": {
      if (!actor) return redirect(`/auth?to=${encodeURIComponent(path)}`, 303);
      const { claimCode, petId, replaces } = typed;
      if (replaces) {
        const form = { tagId: replaces, code, petId: petId || undefined, claimCode };
        await claimTyped(ctx, { actor, address, code }, () => claimInPlaceOf(ctx, actor, form));
        return redirectWithToast(path, { type: "success", code: "replacement.placed" });
      }
      const form = { code, petId: petId || undefined, claimCode };
      const tag = await claimTyped(ctx, { actor, address, code }, () => claimTag(ctx, actor, form));
      if (tag.petId) return redirectWithToast(path, { type: "success", code: "tags.linked" });
      // Somebody new has no pet to link yet: its profile comes next, and then this page again.
      const hasPet = (await listPets(ctx, actor)).length > 0;
      const next = hasPet ? path : withTo("/dashboard/pets/new", path);
      return redirectWithToast(next, { type: "success", code: "tags.claimed" });
    }
    case "link": {
      if (!actor) return redirect(`/auth?to=${encodeURIComponent(path)}`, 303);
      const tag = await findTag(ctx, code);
      if (!typed.petId) throw new AppError("tags.selectPet", 400, { field: "petId" });
      await linkPet(ctx, actor, { tagId: tag?.id ?? "", petId: typed.petId });
      return redirectWithToast(path, { type: "success", code: "tags.linked" });
    }
    case "create": {
      if (!actor) return redirect(`/auth?to=${encodeURIComponent(path)}`, 303);
      const wanted = read(customCodeForm, { code });
      await createTag(ctx, actor, wanted.code);
      return redirectWithToast(path, { type: "success", code: "tags.added" });
    }
    default:
      return redirect(path, 303);
  }
}

/** Too long or misshapen values are refused with the field's own sentence. */
function read<Schema extends z.ZodType>(schema: Schema, typed: Record<string, string>): z.output<Schema> {
  const result = schema.safeParse(typed);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const field = String(issue.path[0] ?? "");
  if (issue.code === "too_big")
    throw new AppError("form.maxLength", 400, { field, params: { length: Number(issue.maximum) } });
  if (issue.message.includes(".") && !issue.message.includes(" "))
    throw new AppError(issue.message as AppError["code"], 400, { field });
  throw new AppError("form.invalid", 400, { field });
}
