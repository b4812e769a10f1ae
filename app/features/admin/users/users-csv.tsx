import { sendExport } from "#app/features/admin-lists/send-export.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { datedFileName } from "#app/platform/http/attachment.ts";
import type { Route } from "./+types/users-csv";
import { exportUsers, readUserSearch } from "./list-users.server.ts";

export const middleware = [adminOnly];

/** Streams the accounts that match the filters in the URL as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return sendExport(
    ctx,
    actor,
    exportUsers(ctx, actor, readUserSearch(ctx, request).listQuery),
    datedFileName("users", ctx.clock.now(), "csv"),
  );
}
