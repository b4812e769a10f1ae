import { readRawText } from "#app/platform/http/forms/request-body.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import type { Route } from "./+types/courier-events-route";
import { receiveCourierEvent } from "./receive-courier-event.server.ts";

/** Webhook for couriers' tracking events (`x-signature: sha256=…` over the body). */
export async function action({ request, context }: Route.ActionArgs) {
  const body = await readRawText({ request, context });
  if (body === null) return Response.json({ result: "malformed" }, { status: 413 });
  const answer = await receiveCourierEvent(context.get(appContext), body, request.headers.get("x-signature"));
  return Response.json({ result: answer.result }, { status: answer.status });
}
