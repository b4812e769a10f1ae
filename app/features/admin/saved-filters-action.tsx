import { href, redirect } from "react-router";
import { deleteFilter, filterForm, saveFilter } from "#app/features/admin-lists/saved-filters/saved-filters.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { readForm } from "#app/platform/http/forms/request-body.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { Route } from "./+types/saved-filters-action";

export const middleware = [adminOnly];

export function loader() {
  return redirect(href("/admin"));
}

/** Saves or deletes a filter of a list, and redirects back to the list. */
export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const posted = await readForm(args);
  const form = filterForm.safeParse(Object.fromEntries(posted));
  if (!form.success) throw new Response("Unknown list", { status: 400 });
  const { listPath, query, name, id } = form.data;
  const list = query ? `${listPath}?${query}` : listPath;
  try {
    if (posted.get("intent") === "delete") {
      await deleteFilter(ctx, actor, id);
      return redirectWithToast(list, "bulk.filters.deleted");
    }
    await saveFilter(ctx, actor, { listPath, query, name });
    return redirectWithToast(list, "bulk.filters.saved");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return redirectWithToast(list, {
      type: "error",
      code: error.code,
      ...(error.params && { params: error.params }),
    });
  }
}
