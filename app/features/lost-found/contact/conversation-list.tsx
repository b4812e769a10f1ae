import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatAgo } from "#app/platform/i18n/format.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import type { OwnReportView } from "../own/own-report-view.server.ts";

/** Lists the conversations about a report, latest first. */
export function ConversationList({
  conversations,
  base,
}: {
  conversations: OwnReportView["conversations"];
  base: string;
}) {
  const { t } = useTranslation();
  const { language, now } = useViewer();
  return (
    <Card as="section">
      <h2 className="mb-3 text-lg">{t("lostFound.conversation.all")}</h2>
      {conversations.length === 0 ? (
        <p className="text-sm text-ink-2">{t("lostFound.own.noConversations")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {conversations.map((conversation) => (
            <li
              key={conversation.id}
              className="relative flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
            >
              <div>
                <Link to={`${base}/talk/${conversation.id}`} prefetch="intent" className="stretched font-semibold">
                  <bdi>{conversation.writerName ?? t("lostFound.own.somebody")}</bdi>
                </Link>
                <p className="text-xs text-ink-3">
                  {t("lostFound.own.lastWrote", { ago: formatAgo(conversation.lastAt, new Date(now), language) })}
                </p>
              </div>
              {(!conversation.seenAt || conversation.lastAt > conversation.seenAt) && (
                <Chip tone="sun">{t("lostFound.own.isNew")}</Chip>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
