import { href, redirect } from "react-router";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { printQuery } from "#app/features/tags/batches/batches.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { attachment } from "#app/platform/files/attachment.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { createStream } from "#app/platform/http/stream.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { Route } from "./+types/print-file";
import { createPrintFile, listCodesToPrint, readPrintChoice } from "./print-labels.server.ts";

export const middleware = [adminOnly];

/** Streams the chosen labels as a file. Errors are shown on the page that the request came from. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = new URL(request.url).searchParams;
  try {
    const chosen = await listCodesToPrint(ctx, actor, readPrintChoice(query));
    const { language } = context.get(requestInfoContext);
    const file = createPrintFile(ctx, chosen, { ...printQuery.parse(Object.fromEntries(query)), language });
    return new Response(createStream(file.pieces), {
      headers: { "content-type": file.type, "content-disposition": attachment(file.name) },
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.status === 403) throw error;
    if (query.get("batch-id")) return redirect(href("/admin/tags/batches"));
    return redirectWithToast(`${href("/admin/tags/print")}?${query}`, {
      type: "error",
      code: error.code,
      ...(error.params ? { params: error.params } : {}),
    });
  }
}
