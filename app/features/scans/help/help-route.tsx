import { href, redirect } from "react-router";
import { messageForm } from "#app/features/conversations/conversations.forms.server.ts";
import { messageMaxLength } from "#app/features/conversations/conversations.rules.ts";
import { AppError, getRetryAfter } from "#app/platform/app-error.server.ts";
import { toRefusal } from "#app/platform/http/forms/form.server.ts";
import { readForm } from "#app/platform/http/forms/request-body.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import type { Route } from "./+types/help-route";
import { acceptHelp, sendHelperMessage } from "./help.server.ts";
import { renderHelpPage } from "./help-page.server.tsx";

export function loader({ request, context, params }: Route.LoaderArgs) {
  const before = new URL(request.url).searchParams.get("before");
  return renderHelpPage(context.get(appContext), context.get(requestInfoContext), params.key ?? "", { before });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(appContext);
  const info = context.get(requestInfoContext);
  const key = params.key ?? "";
  const form = await readForm({ request, context });
  const typed = form.get("intent") === "write" ? String(form.get("say") ?? form.get("body") ?? "") : null;
  try {
    if (typed !== null) {
      const read = messageForm.safeParse({ body: typed });
      if (!read.success) {
        if (typed.trim()) throw new AppError("form.maxLength", 400, { params: { length: messageMaxLength } });
        throw new AppError("form.required", 400);
      }
      await sendHelperMessage(ctx, key, read.data.body, info.address);
    } else await acceptHelp(ctx, key, info.address);
  } catch (cause) {
    const error = toRefusal(ctx, info, cause);
    info.retryAfter = getRetryAfter(error);
    return renderHelpPage(ctx, info, key, { status: error.status, error: info.t(error.code, error.params), typed });
  }
  return redirect(href("/help/:key", { key }), 303);
}
