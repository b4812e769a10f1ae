import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { Refusal, waitOf } from "#app/platform/http/refusal.server.ts";
import { requestInfoContext, worldContext } from "#app/platform/http/request-info.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { showHelp } from "../finder-help.server.tsx";
import { takeHelp } from "../help.server.ts";

export function loader({ context, params }: LoaderFunctionArgs) {
  return showHelp(context.get(worldContext), context.get(requestInfoContext), params.key ?? "");
}

export async function action({ context, params }: ActionFunctionArgs) {
  const world = context.get(worldContext);
  const info = context.get(requestInfoContext);
  const key = params.key ?? "";
  try {
    await takeHelp(world, key, info.address);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    info.retryAfter = waitOf(error);
    return showHelp(world, info, key, { status: error.status, error: info.t(error.code, error.params) });
  }
  return redirect(`/help/${key}`, 303);
}

export const clientAction = submitForm;
