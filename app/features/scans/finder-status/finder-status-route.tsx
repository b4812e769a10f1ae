import { href, redirect } from "react-router";
import type * as z from "zod";
import { hasFiles } from "#app/features/conversations/attachments/attachments.server.ts";
import { messageMaxLength } from "#app/features/conversations/conversations.rules.ts";
import { isConversationKey } from "#app/features/conversations/conversations.server.ts";
import { readPhotoRefusal } from "#app/locales/finder-words.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, getRetryAfter, notFound } from "#app/platform/app-error.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { toRefusal } from "#app/platform/http/forms/form.server.ts";
import { readForm } from "#app/platform/http/forms/request-body.server.ts";
import { appContext, type RequestInfo, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { findLanguageInAddress } from "#app/platform/i18n/language-of.server.ts";
import { finderMessageForm, handoverForm } from "../finder.forms.server.ts";
import { nearQuery, pathNear, readNear } from "../finder-page/finder-clinics.server.tsx";
import {
  readQueuedKey,
  refusedQuery,
  renderQueuedSubmission,
  renderStatusFallback,
  withDbFallback,
} from "../finder-page/finder-offline.server.tsx";
import { readAsFinder } from "../finder-page/read-as-finder.server.ts";
import { completeHandover } from "../handover/handover.server.ts";
import { queueSubmission } from "../offline-fallback/queue-submission.server.ts";
import { sendMessageToFamily } from "../submissions/finder-submissions.server.ts";
import type { Route } from "./+types/finder-status-route";
import { renderStatusPage } from "./finder-status.server.tsx";

export const middleware = [readAsFinder];

export function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const info = context.get(requestInfoContext);
  const key = params.key ?? "";
  const queued = readQueuedKey(ctx, key);
  const query = new URL(request.url).searchParams;
  const refusal = query.get(refusedQuery);
  if (queued) return renderQueuedSubmission(ctx, info, queued, refusal !== null);
  const isSent = query.has("sent");
  const photoRefusal = readPhotoRefusal(refusal);
  const chosen = findLanguageInAddress(request);
  return withDbFallback(
    ctx,
    () => renderStatusPage(ctx, info, key, { isSent, chosen, photoRefusal, near: readNear(query) }),
    () => renderStatusFallback(info, { isSent, key }),
  );
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(appContext);
  const info = context.get(requestInfoContext);
  const key = params.key ?? "";
  // Messages before the queued form was delivered lead back to its status.
  if (readQueuedKey(ctx, key)) return redirect(href("/f/:key", { key }), 303);
  const form = await readForm({ request, context }, { files: true });
  const chosen = findLanguageInAddress(request);
  const [typed = "", typedContact = "", typedNear = ""] = ["body", "contact", nearQuery].map((name) =>
    String(form.get(name) ?? ""),
  );
  const query = new URL(request.url).searchParams;
  const near = readNear(query, { [nearQuery]: typedNear });
  const kept = { chosen, typed, typedContact, near };
  if (chosen || query.has(nearQuery)) {
    if (!typed && !typedContact) return redirect(pathNear(href("/f/:key", { key }), near, query), 303);
    return renderWithError(ctx, info, key, kept);
  }
  if (form.get("intent") === "handover")
    return withDbFallback(
      ctx,
      () => handOver(ctx, info, key, String(form.get("code") ?? "").slice(0, 100)),
      () => renderStatusFallback(info, { key }),
    );
  const read = finderMessageForm.safeParse({
    body: typed,
    contact: typedContact,
    photo: readFile(form, "photo"),
    voice: readFile(form, "voice"),
  });
  if (!read.success) {
    const [issue] = read.error.issues;
    const isLong = typed.length > messageMaxLength && issue?.code === "too_big";
    const error = isLong
      ? info.t("form.maxLength", { length: messageMaxLength })
      : info.t(issue?.message === twoFiles ? twoFiles : "form.required");
    return renderWithError(ctx, info, key, { ...kept, error });
  }
  try {
    await write(ctx, info.address, key, read.data);
  } catch (cause) {
    const error = toRefusal(ctx, info, cause);
    // The page then says that the link is invalid or the conversation was deleted.
    if (error.status === 404) return renderWithError(ctx, info, key, kept);
    info.retryAfter = getRetryAfter(error);
    const { code, params: values, status } = error;
    return renderWithError(ctx, info, key, { ...kept, error: info.t(code, values), status });
  }
  return redirect(`${href("/f/:key", { key })}?sent=1#write`, 303);
}

const twoFiles = "conversations.attachment.oneFile";

/** Returns the file chosen in a field; browsers send an empty one if there is none. */
function readFile(form: FormData, name: string): File | undefined {
  const file = form.get(name);
  return file instanceof File && file.size > 0 ? file : undefined;
}

function renderWithError(
  ctx: AppContext,
  info: RequestInfo,
  key: string,
  more: Parameters<typeof renderStatusPage>[3],
) {
  return withDbFallback(
    ctx,
    () => renderStatusPage(ctx, info, key, more),
    () => renderStatusFallback(info, { key }),
  );
}

/** Sends a message to the family, or queues it while the database is unavailable. */
async function write(
  ctx: AppContext,
  address: string,
  key: string,
  message: z.output<typeof finderMessageForm>,
): Promise<void> {
  const id = createId();
  await withDbFallback(
    ctx,
    () => sendMessageToFamily(ctx, key, message, { address, idempotencyKey: { id } }),
    async () => {
      if (!isConversationKey(ctx, key)) throw notFound();
      const { body, contact } = message;
      // Files are not queued: the words stay in the form to be sent with the photo later.
      if (hasFiles(message)) throw new AppError("conversations.attachment.notNow", 503);
      await queueSubmission(ctx, { id, kind: "message", address, body: { key, text: body, contact } });
    },
  );
}

/** Completes the handover with the family's code. A wrong code is shown again in its field with the error. */
async function handOver(ctx: AppContext, info: RequestInfo, key: string, typed: string): Promise<Response> {
  try {
    const { code } = readCode(typed);
    await completeHandover(ctx, key, code, info.address);
    return redirect(href("/f/:key", { key }), 303);
  } catch (cause) {
    const error = toRefusal(ctx, info, cause);
    // The page then says that the link is invalid or the conversation was deleted.
    if (error.status === 404) return renderWithError(ctx, info, key, {});
    info.retryAfter = getRetryAfter(error);
    const handover = { typed, error: info.t(error.code, error.params) };
    return renderStatusPage(ctx, info, key, { status: error.status, handover });
  }
}

function readCode(typed: string) {
  const read = handoverForm.safeParse({ code: typed });
  if (!read.success) throw new AppError("scanDetails.handover.wrong", 400);
  return read.data;
}
