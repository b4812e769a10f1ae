import { sendExport } from "#app/features/admin-lists/send-export.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { datedFileName } from "#app/platform/http/attachment.ts";
import type { Route } from "./+types/pets-csv";
import { exportPets, readPetSearch } from "./admin-pets.server.ts";

export const middleware = [adminOnly];

/** Streams the pets that match the filters in the URL as CSV. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return sendExport(
    ctx,
    actor,
    exportPets(ctx, actor, readPetSearch(request)),
    datedFileName("pets", ctx.clock.now(), "csv"),
  );
}
