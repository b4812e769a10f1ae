import type { LoaderFunctionArgs } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { readVisit } from "../recording/request-signals.server.ts";
import type { Route } from "./+types/finder-route";
import { handleTagPageForms } from "./finder-actions.server.ts";
import { renderCachedTagPage, withDbFallback } from "./finder-offline.server.tsx";
import { renderTagPage } from "./finder-page.server.tsx";
import type { RejectedForm } from "./finder-parts.server.tsx";
import { readAsFinder } from "./read-as-finder.server.ts";

export const middleware = [readAsFinder];

type RequestArgs = Pick<LoaderFunctionArgs, "request" | "context">;

/** Renders a tag's page as static HTML in one response, without the app's bundle. */
export function loader({ request, context, params }: Route.LoaderArgs) {
  return renderPage({ request, context }, params.tagCode ?? "");
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(appContext);
  const code = params.tagCode ?? "";
  const actor = await withDbFallback(
    ctx,
    () => findViewer({ request, context }),
    () => null,
  );
  const info = context.get(requestInfoContext);
  const answer = await handleTagPageForms({ request, context }, code, readVisit(ctx, request, info, code, null), actor);
  return answer instanceof Response ? answer : renderPage({ request, context }, code, answer);
}

/** Returns the signed-in user, or null. Errors count as null, so that a tag's page never fails because of a session. */
function findViewer({ request, context }: RequestArgs) {
  return getUser(request, context).catch(() => null);
}

function renderPage(
  { request, context }: RequestArgs,
  code: string,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const ctx = context.get(appContext);
  const info = context.get(requestInfoContext);
  const visit = readVisit(ctx, request, info, code, null);
  return withDbFallback(
    ctx,
    async () => {
      const actor = await findViewer({ request, context });
      return renderTagPage(ctx, info, request, { ...visit, userId: actor?.id ?? null }, actor, rejected);
    },
    () => renderCachedTagPage(ctx, info, request, visit, rejected),
  );
}
