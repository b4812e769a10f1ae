import { requireUser, userOnly } from "#app/features/accounts/actor.server.ts";
import { readForm } from "#app/platform/http/request-body.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { seenForm } from "../alerts.forms.server.ts";
import { readAlerts } from "../alerts.server.ts";
import type { Route } from "./+types/alerts-seen";

export const middleware = [userOnly];

/** An open page says that what its alerts lead to is before somebody's eyes. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const form = seenForm.safeParse(Object.fromEntries(await readForm({ request, context })));
  if (!form.success) return new Response(null, { status: 400 });
  await readAlerts(ctx, actor, form.data);
  return new Response(null, { status: 204 });
}

export const clientAction = submitForm;
