import { href } from "react-router";
import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { attachment, datedFileName } from "#app/platform/files/attachment.ts";
import { createStream } from "#app/platform/http/stream.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { Route } from "./+types/data-export-file";
import { exportAccountData, isExportTicket, readExportTicket } from "./data-export.server.ts";

export const middleware = [userOnly];

/**
 * Streams the export of the user's own data. Without a valid ticket, redirects to the page that asks for the password.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const back = (code: AppError["code"], params?: AppError["params"]) =>
    redirectWithToast(href("/dashboard/settings/my-data"), { type: "error", code, ...(params ? { params } : {}) });
  if (!isExportTicket(ctx, actor, readExportTicket(request))) return back("accountData.copy.askAgain");
  try {
    const pieces = await exportAccountData(ctx, actor);
    return new Response(createStream(pieces), {
      headers: {
        "content-type": "application/zip",
        "content-disposition": attachment(datedFileName("my-data", ctx.clock.now(), "zip")),
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (error instanceof AppError) return back(error.code, error.params);
    throw error;
  }
}
