import { type FormArgs, handleIntents, intent } from "#app/platform/http/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { answerWriter, getReporterTalk, shareContact } from "./report-talks.server.ts";
import { messageForm, plainForm } from "./reports.forms.server.ts";
import type { Holder } from "./reports.server.ts";

/** A talk as the page of the reporter shows it. */
export async function viewReporterTalk(
  world: World,
  holder: Holder,
  reportId: string | undefined,
  talkId: string | undefined,
) {
  const { talk, report, messages } = await getReporterTalk(world, holder, reportId, talkId);
  const { id, hiddenMark, contactName, contactPhone, contactEmail, place } = report;
  return {
    talk,
    messages,
    report: { id, hiddenMark, hasContact: Boolean(contactName || contactPhone || contactEmail || place) },
  };
}

export type ReporterTalkView = Awaited<ReturnType<typeof viewReporterTalk>>;

interface Where {
  world: World;
  holder: Holder;
  reportId: string | undefined;
  talkId: string | undefined;
  /** The page of the talk. */
  here: string;
}

/** What a reporter does in a talk: answer, show their contact details, hide them again. */
export function handleTalkActions(args: FormArgs, { world, holder, reportId, talkId, here }: Where) {
  const share = (isShared: boolean) =>
    intent(
      plainForm,
      async () => {
        await shareContact(world, holder, reportId, talkId, isShared);
        const code = isShared ? "reports.shared" : "reports.unshared";
        return redirectWithToast(here, { type: "success", code });
      },
      "reports.failed",
    );
  return handleIntents(args, {
    reply: intent(
      messageForm,
      async ({ body }) => {
        await answerWriter(world, holder, reportId, talkId, body);
        return redirectWithToast(`${here}#conversation`, { type: "success", code: "messages.sent" });
      },
      "messages.sendFailed",
    ),
    share: share(true),
    unshare: share(false),
  });
}
