import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { findSession } from "#app/features/auth/sessions/session.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { readJson } from "#app/platform/http/forms/request-body.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { deviceBody } from "../preferences.forms.server.ts";
import type { Route } from "./+types/push-route";
import { addDevice, deleteDevice, listDevices } from "./push.server.ts";

export const middleware = [userOnly];

/** Handles push subscriptions: turns push on (`on`) or off (`off`), or checks whether it is on (`has`). */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { t } = context.get(requestInfoContext);
  const body = (await readJson({ request, context })) as { on?: unknown; off?: unknown; has?: unknown } | null;
  if (typeof body?.off === "string") {
    await deleteDevice(ctx, actor, body.off.slice(0, 1000));
    return Response.json({ ok: true });
  }
  if (typeof body?.has === "string") {
    const devices = await listDevices(ctx, actor.id);
    return Response.json({ ok: true, isOn: devices.some(({ endpoint }) => endpoint === body.has) });
  }
  const device = deviceBody.safeParse(body?.on);
  if (!device.success) return Response.json({ ok: false, why: t("form.invalid") }, { status: 400 });
  try {
    const session = await findSession(ctx, request);
    if (!session) throw new AppError("accounts.pleaseLogIn", 401);
    await addDevice(
      ctx,
      { id: actor.id, sessionId: session.session.id },
      device.data,
      request.headers.get("user-agent") ?? "",
    );
    return Response.json({ ok: true });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Response.json({ ok: false, why: t(error.code, error.params) }, { status: error.status });
  }
}
