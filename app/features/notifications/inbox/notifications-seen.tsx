import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { readForm } from "#app/platform/http/forms/request-body.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { markNotificationsRead } from "../notifications.server.ts";
import { seenForm } from "../preferences/preferences.forms.server.ts";
import type { Route } from "./+types/notifications-seen";

export const middleware = [userOnly];

/** An open page says that what its notifications lead to is before somebody's eyes. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const form = seenForm.safeParse(Object.fromEntries(await readForm({ request, context })));
  if (!form.success) return new Response(null, { status: 400 });
  await markNotificationsRead(ctx, actor, form.data);
  return new Response(null, { status: 204 });
}

export const clientAction = submitForm;
