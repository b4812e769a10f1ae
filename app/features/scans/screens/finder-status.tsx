import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { Refusal, waitOf } from "#app/platform/http/refusal.server.ts";
import { type RequestInfo, requestInfoContext, worldContext } from "#app/platform/http/request-info.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { handoverForm, messageForm } from "../finder.forms.server.ts";
import { writeToFamily } from "../finder.server.ts";
import { showStatus } from "../finder-status.server.tsx";
import { completeHandover } from "../handover.server.ts";

export function loader({ request, context, params }: LoaderFunctionArgs) {
  const isSent = new URL(request.url).searchParams.has("sent");
  return showStatus(context.get(worldContext), context.get(requestInfoContext), params.key ?? "", { isSent });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const world = context.get(worldContext);
  const info = context.get(requestInfoContext);
  const key = params.key ?? "";
  const form = await request.formData().catch(() => new FormData());
  if (form.get("intent") === "handover")
    return handOver(world, info, key, String(form.get("code") ?? "").slice(0, 100));
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

/** The family's code ends the search; a wrong one stays in its field with the reason. */
async function handOver(world: World, info: RequestInfo, key: string, typed: string): Promise<Response> {
  try {
    const { code } = readCode(typed);
    await completeHandover(world, key, code, info.address);
    return redirect(`/f/${key}`, 303);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 404) throw error;
    info.retryAfter = waitOf(error);
    const handover = { typed, error: info.t(error.code, error.params) };
    return showStatus(world, info, key, { status: error.status, handover });
  }
}

function readCode(typed: string) {
  const read = handoverForm.safeParse({ code: typed });
  if (!read.success) throw new Refusal("scans.handover.wrong", 400);
  return read.data;
}
