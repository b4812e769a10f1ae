import type { LoaderFunctionArgs } from "react-router";
import { insiderOf, requireAuth } from "#app/features/accounts/actor.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { alertWords } from "../alert-words.ts";
import { getAlert } from "../alerts.server.ts";

export const middleware = [requireAuth];

/** One of the owner's alerts in words, for the toast of an open page. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { world, actor } = await insiderOf(request, context);
  const alert = await getAlert(world, actor, params.alertId ?? "");
  const { title, text, quote } = alertWords(context.get(requestInfoContext).t, alert.kind, alert.params);
  return Response.json({ title, text: quote ?? text, link: alert.link });
}
