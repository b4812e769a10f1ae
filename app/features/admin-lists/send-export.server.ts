import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { datedFileName } from "#app/platform/files/attachment.ts";
import { sendCsv } from "#app/platform/http/csv/csv.server.ts";

/** Streams a CSV file to an administrator, and records in the audit log who took it. */
export async function sendExport(
  ctx: AppContext,
  admin: Actor,
  pieces: AsyncGenerator<string>,
  fileName: string,
): Promise<Response> {
  await recordChange(ctx, admin, { action: "export.make", subject: { kind: "export", id: null, name: fileName } });
  return sendCsv(pieces, fileName);
}

/** Streams the matching rows of a list as `sendExport` does, named by the list and the date. */
export function sendListExport(
  ctx: AppContext,
  admin: Actor,
  list: string,
  pieces: AsyncGenerator<string>,
): Promise<Response> {
  return sendExport(ctx, admin, pieces, datedFileName(list, ctx.clock.now(), "csv"));
}
