import { href, redirect } from "react-router";
import { selectionForm } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { createClaimCodesFile, createClaimCodesOfTags } from "#app/features/tags/batches/issue-claim-codes.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { readForm } from "#app/platform/http/forms/request-body.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import type { Route } from "./+types/selected-claim-codes-file";
import { buildSelectionFilter, readTagSearch } from "./list-all-tags.server.ts";

export const middleware = [adminOnly];

export function loader() {
  return redirect(`${href("/admin/tags")}?state=waiting`);
}

/** Issues new claim codes for the selected or matching tags and returns them; they are not shown again. */
export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { language, t } = args.context.get(requestInfoContext);
  const form = await readForm(args);
  const { ids, all } = selectionForm.parse({ ids: form.getAll("ids"), all: form.get("all") ?? undefined });
  const filter = await buildSelectionFilter(ctx, actor, { ids, all }, readTagSearch(args.request));
  try {
    const name = t("adminTags.many.codes");
    return createClaimCodesFile(ctx, name, await createClaimCodesOfTags(ctx, actor, name, filter), language);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(t(error.code, error.params), {
      status: error.status,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }
}
