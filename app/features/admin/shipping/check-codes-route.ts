import { requireUser } from "#app/features/auth/guards.server.ts";
import { readJson } from "#app/platform/http/forms/request-body.server.ts";
import type { Route } from "./+types/check-codes-route";
import { checkTagCodes, codesToCheck } from "./ship-orders.server.ts";

/** Tells the page that ships orders which of the typed tag codes are known and free. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const read = codesToCheck.safeParse(await readJson({ request, context }));
  if (!read.success) return new Response(null, { status: 400 });
  return Response.json(await checkTagCodes(ctx, actor, read.data.codes), { headers: { "cache-control": "no-store" } });
}
