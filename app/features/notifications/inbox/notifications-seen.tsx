import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { readForm } from "#app/platform/http/forms/request-body.server.ts";
import { markNotificationsRead } from "../notifications.server.ts";
import { seenForm } from "../preferences.forms.server.ts";
import type { Route } from "./+types/notifications-seen";

export const middleware = [userOnly];

/** Marks the notifications of a link as read, when an open page shows its content. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const form = seenForm.safeParse(Object.fromEntries(await readForm({ request, context })));
  if (!form.success) return new Response(null, { status: 400 });
  await markNotificationsRead(ctx, actor, form.data);
  return new Response(null, { status: 204 });
}
