import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { notificationWords } from "../notification-texts.ts";
import { getNotification, markNotificationShown } from "../notifications.server.ts";
import { getPreferences } from "../preferences.server.ts";
import type { Route } from "./+types/notification-route";

export const middleware = [userOnly];

/** Returns one of the owner's notifications as text for a toast; 204 for a kind whose toasts are turned off. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const notification = await getNotification(ctx, actor, params.notificationId ?? "");
  const { choices } = await getPreferences(ctx, actor);
  if (!choices[notification.kind].live) return new Response(null, { status: 204 });
  const { title, brief } = notificationWords(context.get(requestInfoContext).t, notification.kind, notification.params);
  return Response.json({ title, text: brief, link: notification.link });
}

/** Records that the browser has shown the toast. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(request, context);
  await markNotificationShown(ctx, actor, params.notificationId ?? "");
  return new Response(null, { status: 204 });
}
