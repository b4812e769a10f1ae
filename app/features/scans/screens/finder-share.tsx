import { redirect } from "react-router";
import { Refusal, waitOf } from "#app/platform/http/refusal.server.ts";
import { readForm } from "#app/platform/http/request-body.server.ts";
import { requestInfoContext, worldContext } from "#app/platform/http/request-info.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { orAway } from "../finder-away.server.tsx";
import { readTurn } from "../live-share.forms.server.ts";
import { type Sharing, startSharing, stopSharing, takePlaces } from "../live-share.server.ts";
import type { Route } from "./+types/finder-share";

export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/f/${params.key}`, 302);
}

/** What the sharing finder's page says: start, stop, or where the phone is. A page without scripts can still stop. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const world = context.get(worldContext);
  const info = context.get(requestInfoContext);
  const key = params.key ?? "";
  const isScript = request.headers.get("accept")?.includes("application/json");
  const form = await readForm({ request, context });
  try {
    const turn = readTurn(form);
    const sharing = await orAway<Sharing | null>(
      world,
      () => {
        if (turn.intent === "start") return startSharing(world, key, turn.minutes, info.address);
        if (turn.intent === "stop") return stopSharing(world, key, info.address);
        return takePlaces(world, key, turn, info.address);
      },
      () => null,
    );
    if (!isScript) return redirect(`/f/${key}#share`, 303);
    // The phone keeps what it has and tries again.
    return sharing ? Response.json(sharing) : new Response(null, { status: 503 });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    info.retryAfter = waitOf(error);
    if (!isScript) return redirect(`/f/${key}#share`, 303);
    return Response.json({ error: info.t(error.code, error.params) }, { status: error.status });
  }
}

export const clientAction = submitForm;
