import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { waitOf } from "#app/platform/http/refusal.server.ts";
import { requestInfoContext, worldContext } from "#app/platform/http/request-info.server.ts";
import { messageForm } from "../finder.forms.server.ts";
import { writeToFamily } from "../finder.server.ts";
import { showStatus } from "../finder-status.server.tsx";

export function loader({ request, context, params }: LoaderFunctionArgs) {
  const isSent = new URL(request.url).searchParams.has("sent");
  return showStatus(context.get(worldContext), context.get(requestInfoContext), params.key ?? "", { isSent });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const world = context.get(worldContext);
  const info = context.get(requestInfoContext);
  const key = params.key ?? "";
  const form = await request.formData().catch(() => new FormData());
  const typed = String(form.get("body") ?? "");
  const read = messageForm.safeParse({ body: typed });
  if (!read.success) {
    const error = typed.trim() ? info.t("form.maxLength", { length: 2000 }) : info.t("form.required");
    return showStatus(world, info, key, { error, typed });
  }
  const refusal = await writeToFamily(world, key, read.data.body, info.address);
  if (refusal) {
    info.retryAfter = waitOf(refusal);
    return showStatus(world, info, key, { error: info.t(refusal.code, refusal.params), status: refusal.status, typed });
  }
  return redirect(`/f/${key}?sent=1#write`, 303);
}
