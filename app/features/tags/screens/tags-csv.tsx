import type { LoaderFunctionArgs } from "react-router";
import { insiderOf, requireAdmin } from "#app/features/accounts/actor.server.ts";
import { exportTags } from "../admin-tags.server.ts";
import { tagStates } from "../tags.rules.ts";

export const middleware = [requireAdmin];

/** The tags that match the search, streamed as CSV. A reader who leaves half-way ends the reading of rows. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world, actor } = await insiderOf(request, context);
  const query = new URL(request.url).searchParams;
  const state = tagStates.find((one) => one === query.get("state"));
  const pieces = exportTags(world, actor, { search: query.get("q") ?? "", state });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="aleef-tags-${world.clock.now().toISOString().slice(0, 10)}.csv"`,
    },
  });
}
