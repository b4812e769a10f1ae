import { href, Link } from "react-router";
import * as z from "zod";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { AttachmentView } from "#app/features/conversations/attachments/attachment-view.tsx";
import type { PhotoCopy } from "#app/features/conversations/conversations.rules.ts";
import {
  listReportedConversations,
  markConversationReviewed,
} from "#app/features/conversations/reported-conversations.server.ts";
import { findReportsOfPhotos } from "#app/features/lost-found/pictures/picture-copies.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { readListQuery } from "#app/platform/http/list-query.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import type { Route } from "./+types/reported-conversations-page";

export const handle = {
  i18n: ["adminReports", "conversations", "lostFound", "moderation"],
  title: "conversations.states.adminTitle",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { search } = readListQuery(request, {});
  const conversations = await listReportedConversations(ctx, actor, search);
  const copied = conversations.flatMap(({ messages }) =>
    messages.flatMap(({ attachment }) => attachment?.copy?.copyOf ?? []),
  );
  return { search, conversations, reports: await findReportsOfPhotos(ctx, copied) };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleIntents(
    args,
    {
      review: defineIntent(z.object({ conversationId: z.uuid() }), async ({ conversationId }) => {
        await markConversationReviewed(ctx, actor, conversationId);
        return redirectWithToast(href("/admin/lost-found/conversations"), "conversations.states.reviewed");
      }),
    },
    { failed: "lostFound.failed" },
  );
}

/** Page that lists the conversations that owners have reported, with their messages. */
export default function ReportedConversationsPage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { conversations, search, reports } = loaderData;
  const title = t("conversations.states.adminTitle");
  return (
    <AdminList
      path={[{ label: t("adminReports.title"), to: href("/admin/lost-found") }]}
      title={title}
      lead={t("conversations.states.adminLead")}
      list={{ search }}
      search={{ label: t("conversations.states.adminSearch") }}
      caption={title}
      rows={conversations}
      rowKey={({ id }) => id}
      empty={
        search ? (
          <p className="text-ink-2">{t("moderation.noneFound")}</p>
        ) : (
          <EmptyState inCard title={t("conversations.states.adminNone")} />
        )
      }
      columns={{ card: (one) => <ConversationCard conversation={one} reports={reports} /> }}
    />
  );
}

const styles = { photo: "mt-1 block w-40", voice: "mt-1 flex max-w-sm items-center gap-2" };

type Reported = Awaited<ReturnType<typeof listReportedConversations>>[number];

interface ConversationCardProps {
  conversation: Reported;
  /** Reports by their photos. */
  reports: Record<string, string>;
}

function ConversationCard({ conversation, reports }: ConversationCardProps) {
  const { t, format } = useViewer();
  const { id, about, ownerName, reportedAt, reviewedAt, messages, finderName } = conversation;
  return (
    <Card as="li" data-row className="grid gap-2 wrap-anywhere">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
        <bdi className="font-semibold text-ink">{about}</bdi>
        <bdi>{ownerName}</bdi>
        {reportedAt && <bdi>{format.date(reportedAt, "dateTime")}</bdi>}
        {reviewedAt ? (
          <Chip>{t("conversations.states.reviewed")}</Chip>
        ) : (
          <AppForm intent="review" values={{ conversationId: id }} className="ms-auto">
            <SubmitButton size="sm" variant="ghost">
              {t("conversations.states.review")}
            </SubmitButton>
          </AppForm>
        )}
      </div>
      {messages.map((message) => (
        <p key={message.id} dir="auto" className="text-sm">
          <b>{message.author === "owner" ? t("conversations.owner") : (finderName ?? t("conversations.finder"))}:</b>{" "}
          {message.photoWords && t("conversations.photoRequest.asked", { words: message.photoWords })} {message.body}
          {message.attachment && (
            <AttachmentView
              t={t}
              attachment={message.attachment}
              address={href("/admin/lost-found/attachments/:messageId", { messageId: message.id })}
              by={message.author === "owner" ? t("conversations.owner") : (finderName ?? t("conversations.finder"))}
              styles={styles}
            />
          )}
          {message.attachment?.copy && <CopyNote copy={message.attachment.copy} reports={reports} />}
        </p>
      ))}
    </Card>
  );
}

/** Says which pictures a photo resembles. */
function CopyNote({ copy: { ownPhotoAt, copyOf }, reports }: { copy: PhotoCopy; reports: Record<string, string> }) {
  const { t, format } = useViewer();
  const reportId = copyOf && reports[copyOf];
  return (
    <span className="block text-lost">
      {ownPhotoAt && (
        <span className="block">{t("moderation.copyOfFamily", { date: format.date(ownPhotoAt, "month") })}</span>
      )}
      {reportId ? (
        <Link to={href("/admin/lost-found/:reportId", { reportId })} className="link">
          {t("moderation.copyInReport")}
        </Link>
      ) : (
        copyOf && t("moderation.copyElsewhere")
      )}
    </span>
  );
}
