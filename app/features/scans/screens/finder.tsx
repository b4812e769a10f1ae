import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { actorOf } from "#app/features/accounts/actor.server.ts";
import { requestInfoContext, worldContext } from "#app/platform/http/request-info.server.ts";
import { actOnTag } from "../finder-actions.server.ts";
import { showTag } from "../finder-page.server.tsx";

/** The page a tag opens: static HTML in one answer, nothing of the app's bundle. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const actor = await actorOf(request, context);
  return showTag(context.get(worldContext), context.get(requestInfoContext), request, params.tagCode ?? "", actor);
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const world = context.get(worldContext);
  const info = context.get(requestInfoContext);
  const actor = await actorOf(request, context);
  const form = await request.formData().catch(() => null);
  if (!form) return redirect(new URL(request.url).pathname, 303);
  const answer = await actOnTag(world, info, form, params.tagCode ?? "", actor);
  if (answer instanceof Response) return answer;
  return showTag(world, info, request, params.tagCode ?? "", actor, answer);
}
