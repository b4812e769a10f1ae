import { href } from "react-router";
import { createConversationIntents } from "#app/features/conversations/conversation-intents.server.ts";
import { countUnread } from "#app/features/notifications/notifications.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { defineIntent, emptyForm, type FormArgs, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
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
      emptyForm,
      async () => {
        await updateContactSharing(ctx, holder, reportId, conversationId, isShared);
        const code = isShared ? "lostFound.shared" : "lostFound.unshared";
        return redirectWithToast(here, code);
      },
      "lostFound.failed",
    );
  const conversationAddress = `${here}#conversation`;
  return handleIntents(
    args,
    {
      ...createConversationIntents({
        async updateState(state) {
          await updateReportConversationState(ctx, holder, reportId, conversationId, state);
          return here;
        },
        markSeen: () => markReportConversationSeen(ctx, holder, reportId, conversationId),
        async reply(body, files) {
          const { address } = args.context.get(requestInfoContext);
          await sendReplyToWriter(ctx, holder, reportId, conversationId, body, { ...files, address });
          return conversationAddress;
        },
        async askForPhoto() {
          await askWriterForPhoto(ctx, holder, reportId, conversationId);
          return conversationAddress;
        },
      }),
      share: share(true),
      unshare: share(false),
    },
    { files: true },
  );
}
