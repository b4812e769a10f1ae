import { defineIntent, emptyForm } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { MessageFiles } from "./attachments/attachments.server.ts";
import { messageForm } from "./conversations.forms.server.ts";
import type { ConversationState } from "./conversations.rules.ts";

/** Commands of one side of a conversation. Those that return an address lead there afterwards. */
interface ConversationCommands {
  updateState(state: ConversationState): Promise<string>;
  markSeen(): Promise<void>;
  reply(body: string, files: MessageFiles): Promise<string>;
  askForPhoto(): Promise<string>;
}

/** Returns the intents of a conversation's page: change its state, mark it as seen, reply and ask for a photo. */
export function createConversationIntents({ updateState, markSeen, reply, askForPhoto }: ConversationCommands) {
  const changeStateTo = (state: ConversationState) =>
    defineIntent(
      emptyForm,
      async () => redirectWithToast(await updateState(state), `conversations.states.done.${state}`),
      "conversations.states.failed",
    );
  return {
    mute: changeStateTo("muted"),
    close: changeStateTo("closed"),
    report: changeStateTo("reported"),
    reopen: changeStateTo("open"),
    seen: defineIntent(emptyForm, async () => {
      await markSeen();
      return Response.json(null);
    }),
    reply: defineIntent(
      messageForm,
      async ({ body, ...files }) => redirectWithToast(await reply(body, files), "conversations.sent"),
      "conversations.sendFailed",
    ),
    "ask-photo": defineIntent(
      emptyForm,
      async () => redirectWithToast(await askForPhoto(), "conversations.photoRequest.sent"),
      "conversations.sendFailed",
    ),
  };
}
