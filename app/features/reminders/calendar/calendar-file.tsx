import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import type { Route } from "./+types/calendar-file";
import { renderCalendar } from "./calendar.server.ts";

const reads = { name: "calendar-reads", points: 60, span: 3600 };
const misses = { name: "calendar-misses", points: 60, span: 3600 };

/**
 * Calendar feed of an owner's reminders. Every invalid key gets the same response. Because calendar services fetch for
 * many owners from one network, only invalid keys are limited by network; valid reads are limited by key.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { address, t } = context.get(requestInfoContext);
  const key = params.key ?? "";
  const text = await renderCalendar(ctx, key);
  await (text === null ? ctx.limits.take(misses, getNetwork(address)) : ctx.limits.take(reads, key.slice(0, 22)));
  const headers = { "cache-control": "private, max-age=900", "x-robots-tag": "noindex" };
  if (text === null)
    return new Response(t("common.notFound.title"), {
      status: 404,
      headers: { ...headers, "content-type": "text/plain; charset=utf-8" },
    });
  return new Response(text, {
    headers: {
      ...headers,
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'inline; filename="aleef.ics"',
    },
  });
}
