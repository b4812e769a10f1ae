import { redirect } from "react-router";
import type * as z from "zod";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { createTag } from "#app/features/tags/admin-tags.server.ts";
import { claimInPlaceOf } from "#app/features/tags/replacements.server.ts";
import { customCodeForm } from "#app/features/tags/tags.forms.server.ts";
import { claimTag, findTag, linkPet } from "#app/features/tags/tags.server.ts";
import { Refusal, waitOf } from "#app/platform/http/refusal.server.ts";
import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { haveForm, placeForm } from "./finder.forms.server.ts";
import { reportHaving, sendPlace } from "./finder.server.ts";
import type { Refused } from "./finder-parts.server.tsx";

const failures = { claim: "tags.claimFailed", link: "tags.linkFailed", create: "tags.generateFailed" } as const;

/** Carries out one form of a tag's page: a Response to follow, or why it was refused and what was typed. */
export async function actOnTag(
  world: World,
  info: RequestInfo,
  form: FormData,
  code: string,
  actor: Actor | null,
): Promise<Response | Refused> {
  const typed = Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === "string" ? value.slice(0, 4000) : ""]),
  );
  const intent = typed.intent ?? "";
  const path = `/tag/${encodeURIComponent(code)}`;
  try {
    switch (intent) {
      case "have": {
        const { scan, ...rest } = read(haveForm, typed);
        const key = await reportHaving(world, scan, rest, info);
        return redirect(`/f/${key}`, 303);
      }
      case "location": {
        const { scan, ...place } = read(placeForm, typed);
        await sendPlace(world, scan, place, info.address);
        return redirectWithToast(path, { type: "success", code: "scans.finder.placeSent" });
      }
      case "claim": {
        if (!actor) return redirect(`/auth?to=${encodeURIComponent(path)}`, 303);
        const { claimCode, petId, replaces } = typed;
        if (replaces) {
          await claimInPlaceOf(world, actor, { tagId: replaces, code, petId: petId || undefined, claimCode });
          return redirectWithToast(path, { type: "success", code: "replacing.placed" });
        }
        const tag = await claimTag(world, actor, { code, petId: petId || undefined, claimCode });
        return redirectWithToast(path, { type: "success", code: tag.petId ? "tags.linked" : "tags.claimed" });
      }
      case "link": {
        if (!actor) return redirect(`/auth?to=${encodeURIComponent(path)}`, 303);
        const tag = await findTag(world, code);
        if (!typed.petId) throw new Refusal("tags.selectPet", 400, { field: "petId" });
        await linkPet(world, actor, { tagId: tag?.id ?? "", petId: typed.petId });
        return redirectWithToast(path, { type: "success", code: "tags.linked" });
      }
      case "create": {
        if (!actor) return redirect(`/auth?to=${encodeURIComponent(path)}`, 303);
        const wanted = read(customCodeForm, { code });
        await createTag(world, actor, wanted.code);
        return redirectWithToast(path, { type: "success", code: "tags.added" });
      }
      default:
        return redirect(path, 303);
    }
  } catch (error) {
    if (error instanceof Refusal) {
      info.retryAfter = waitOf(error);
      const { status, code, params, field = null } = error;
      return { intent, status, message: info.t(code, params), field, typed };
    }
    const failed = failures[intent as keyof typeof failures];
    if (!failed || error instanceof Response) throw error;
    world.log.error({ err: error, id: info.id }, "a form of a tag's page could not be carried out");
    return { intent, status: 500, message: info.t(failed), field: null, typed };
  }
}

/** Too long or misshapen values are refused with the field's own sentence. */
function read<Schema extends z.ZodType>(schema: Schema, typed: Record<string, string>): z.output<Schema> {
  const result = schema.safeParse(typed);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const field = String(issue.path[0] ?? "");
  if (issue.code === "too_big")
    throw new Refusal("form.maxLength", 400, { field, params: { length: Number(issue.maximum) } });
  if (issue.message.includes(".") && !issue.message.includes(" "))
    throw new Refusal(issue.message as Refusal["code"], 400, { field });
  throw new Refusal("form.invalid", 400, { field });
}
