import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import type { listReportedConversations } from "./reported-conversations.server.ts";

type Reported = Awaited<ReturnType<typeof listReportedConversations>>;

/** Section with the reported conversations, for administrators. */
export function ReportedConversations({ conversations }: { conversations: Reported }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  return (
    <Card as="section" id="conversations" className="scroll-mt-6">
      <CardHeader title={t("conversations.states.adminTitle")} text={t("conversations.states.adminLead")} />
      {conversations.length === 0 ? <p className="text-ink-2">{t("conversations.states.adminNone")}</p> : null}
      <ul className="grid gap-4">
        {conversations.map((conversation) => (
          <li key={conversation.id} className="grid gap-2 border-t border-line pt-4">
            <div className="flex flex-wrap items-center gap-x-4 text-sm text-ink-2">
              <bdi className="font-semibold text-ink">{conversation.about}</bdi>
              <bdi>{conversation.ownerName}</bdi>
              {conversation.reportedAt ? (
                <bdi>{formatDate(conversation.reportedAt, language, timeZone, "dateTime")}</bdi>
              ) : null}
              {conversation.reviewedAt ? (
                <Chip>{t("conversations.states.reviewed")}</Chip>
              ) : (
                <Form method="post" className="ms-auto">
                  <input type="hidden" name="conversationId" value={conversation.id} />
                  <SubmitButton
                    name="intent"
                    value="review"
                    size="sm"
                    variant="ghost"
                    match={{ conversationId: conversation.id }}
                  >
                    {t("conversations.states.review")}
                  </SubmitButton>
                </Form>
              )}
            </div>
            {conversation.messages.map((message) => (
              <p key={message.id} dir="auto" className="text-sm">
                <b>
                  {message.author === "owner"
                    ? t("conversations.owner")
                    : (conversation.finderName ?? t("conversations.finder"))}
                  :
                </b>{" "}
                {message.body}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  );
}
