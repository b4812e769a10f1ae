import { href, redirect } from "react-router";
import { getRetryAfter } from "#app/platform/app-error.server.ts";
import { toRefusal } from "#app/platform/http/forms/form.server.ts";
import { readForm } from "#app/platform/http/forms/request-body.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { withDbFallback } from "../finder-page/finder-offline.server.tsx";
import { readAsFinder } from "../finder-page/read-as-finder.server.ts";
import {
  addPlaces,
  endSharing,
  readShareForm,
  type Sharing,
  startSharing,
} from "../live-location/live-share.server.ts";
import type { Route } from "./+types/finder-share-route";

export const middleware = [readAsFinder];

export function loader({ params }: Route.LoaderArgs) {
  return redirect(href("/f/:key", { key: params.key }), 302);
}

/** Handles the sharing page's submissions: start, stop, or positions. Stopping also works without JavaScript. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(appContext);
  const info = context.get(requestInfoContext);
  const key = params.key ?? "";
  const isScript = request.headers.get("accept")?.includes("application/json");
  const form = await readForm({ request, context });
  try {
    const submission = readShareForm(form);
    const sharing = await withDbFallback<Sharing | null>(
      ctx,
      () => {
        if (submission.intent === "start") return startSharing(ctx, key, submission.minutes, info.address);
        if (submission.intent === "stop") return endSharing(ctx, key, info.address);
        return addPlaces(ctx, key, submission, info.address);
      },
      () => null,
    );
    if (!isScript) return redirect(`${href("/f/:key", { key })}#share`, 303);
    // The script keeps its positions and retries.
    return sharing ? Response.json(sharing) : new Response(null, { status: 503 });
  } catch (cause) {
    const error = toRefusal(ctx, info, cause);
    info.retryAfter = getRetryAfter(error);
    if (!isScript) return redirect(`${href("/f/:key", { key })}#share`, 303);
    return Response.json({ error: info.t(error.code, error.params) }, { status: error.status });
  }
}
