import { redirect } from "react-router";
import { isTalkKey } from "#app/features/messages/messages.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { notFound, Refusal, waitOf } from "#app/platform/http/refusal.server.ts";
import { readForm } from "#app/platform/http/request-body.server.ts";
import { type RequestInfo, requestInfoContext, worldContext } from "#app/platform/http/request-info.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import type { World } from "#app/platform/world.server.ts";
import { drop } from "../drop.server.ts";
import { handoverForm, messageForm } from "../finder.forms.server.ts";
import { writeToFamily } from "../finder.server.ts";
import { orAway, readKeptKey, showKept, showStatusAway } from "../finder-away.server.tsx";
import { showStatus } from "../finder-status.server.tsx";
import { completeHandover } from "../handover.server.ts";
import type { Route } from "./+types/finder-status";

export function loader({ request, context, params }: Route.LoaderArgs) {
  const world = context.get(worldContext);
  const info = context.get(requestInfoContext);
  const key = params.key ?? "";
  const kept = readKeptKey(world, key);
  if (kept) return showKept(world, info, kept);
  const isSent = new URL(request.url).searchParams.has("sent");
  return orAway(
    world,
    () => showStatus(world, info, key, { isSent }),
    () => showStatusAway(info, { isSent }),
  );
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const world = context.get(worldContext);
  const info = context.get(requestInfoContext);
  const key = params.key ?? "";
  // Whoever writes before the kept form was delivered is shown where it stands.
  if (readKeptKey(world, key)) return redirect(`/f/${key}`, 303);
  const form = await readForm({ request, context });
  if (form.get("intent") === "handover")
    return orAway(
      world,
      () => handOver(world, info, key, String(form.get("code") ?? "").slice(0, 100)),
      () => showStatusAway(info),
    );
  const typed = String(form.get("body") ?? "");
  const read = messageForm.safeParse({ body: typed });
  if (!read.success) {
    const error = typed.trim() ? info.t("form.maxLength", { length: 2000 }) : info.t("form.required");
    return showAgain(world, info, key, { error, typed });
  }
  try {
    await write(world, info.address, key, read.data.body);
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.status === 404) throw refusal;
    info.retryAfter = waitOf(refusal);
    const { code, params: values, status } = refusal;
    return showAgain(world, info, key, { error: info.t(code, values), status, typed });
  }
  return redirect(`/f/${key}?sent=1#write`, 303);
}

export const clientAction = submitForm;

function showAgain(world: World, info: RequestInfo, key: string, tried: Parameters<typeof showStatus>[3]) {
  return orAway(
    world,
    () => showStatus(world, info, key, tried),
    () => showStatusAway(info),
  );
}

/** A line to the family, now or as soon as it can be. */
async function write(world: World, address: string, key: string, text: string): Promise<void> {
  const id = newId();
  await orAway(
    world,
    () => writeToFamily(world, key, text, { address, arrival: { id } }),
    async () => {
      if (!isTalkKey(world, key)) throw notFound();
      await drop(world, { id, kind: "message", address, body: { key, text } });
    },
  );
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
