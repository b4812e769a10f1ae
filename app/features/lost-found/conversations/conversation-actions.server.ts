import { href } from "react-router";
import { messageForm } from "#app/features/conversations/conversations.forms.server.ts";
import type { ConversationState } from "#app/features/conversations/conversations.rules.ts";
import { countUnread } from "#app/features/notifications/notifications.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { defineIntent, type FormArgs, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { plainForm } from "../reports.forms.server.ts";
import type { Holder } from "../reports.server.ts";
import {
  askWriterForPhoto,
  getReporterConversation,
  markReportConversationSeen,
  sendReplyToWriter,
  updateContactSharing,
  updateReportConversationState,
} from "./report-conversations.server.ts";

/** Returns the data of a conversation's page for the reporter. */
export async function getConversationView(
  ctx: AppContext,
  holder: Holder,
  reportId: string,
  conversationId: string,
  before?: string | null,
) {
  const { conversation, report, messages, earlier } = await getReporterConversation(
    ctx,
    holder,
    reportId,
    conversationId,
    before,
  );
  const { id, kind, type, petName, hiddenMark, contactName, contactPhone, contactEmail, place } = report;
  const { seenAt } = conversation;
  const isUnseen = messages.some(({ author, createdAt }) => author === "finder" && (!seenAt || createdAt > seenAt));
  const link = href("/dashboard/lost-found/:reportId/conversations/:conversationId", {
    reportId: id,
    conversationId: conversation.id,
  });
  return {
    conversation,
    messages,
    earlier,
    isNew: isUnseen || ("id" in holder && (await countUnread(ctx, holder, link)) > 0),
    report: {
      id,
      kind,
      type,
      petName,
      hiddenMark,
      hasContact: Boolean(contactName || contactPhone || contactEmail || place),
    },
  };
}

export type ReporterConversationView = Awaited<ReturnType<typeof getConversationView>>;

interface ActionParams {
  ctx: AppContext;
  holder: Holder;
  reportId: string;
  conversationId: string;
  /** URL of the conversation's page. */
  here: string;
}

/**
 * Handles the reporter's actions in a conversation: mark as seen, reply, ask for a photo, change its state, share contact details and
 * stop sharing them.
 */
export function handleConversationActions(
  args: FormArgs,
  { ctx, holder, reportId, conversationId, here }: ActionParams,
) {
  const share = (isShared: boolean) =>
    defineIntent(
      plainForm,
      async () => {
        await updateContactSharing(ctx, holder, reportId, conversationId, isShared);
        const code = isShared ? "lostFound.shared" : "lostFound.unshared";
        return redirectWithToast(here, code);
      },
      "lostFound.failed",
    );
  const changeStateTo = (state: ConversationState) =>
    defineIntent(
      plainForm,
      async () => {
        await updateReportConversationState(ctx, holder, reportId, conversationId, state);
        return redirectWithToast(here, `conversations.states.done.${state}`);
      },
      "conversations.states.failed",
    );
  return handleIntents(
    args,
    {
      mute: changeStateTo("muted"),
      close: changeStateTo("closed"),
      report: changeStateTo("reported"),
      reopen: changeStateTo("open"),
      seen: defineIntent(plainForm, async () => {
        await markReportConversationSeen(ctx, holder, reportId, conversationId);
        return Response.json(null);
      }),
      reply: defineIntent(
        messageForm,
        async ({ body, ...files }) => {
          const { address } = args.context.get(requestInfoContext);
          await sendReplyToWriter(ctx, holder, reportId, conversationId, body, { ...files, address });
          return redirectWithToast(`${here}#conversation`, "conversations.sent");
        },
        "conversations.sendFailed",
      ),
      "ask-photo": defineIntent(
        plainForm,
        async () => {
          await askWriterForPhoto(ctx, holder, reportId, conversationId);
          return redirectWithToast(`${here}#conversation`, "conversations.photoRequest.sent");
        },
        "conversations.sendFailed",
      ),
      share: share(true),
      unshare: share(false),
    },
    { files: true },
  );
}
