import { useTranslation } from "react-i18next";
import { Form, href } from "react-router";
import * as z from "zod";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { requireUser } from "#app/features/auth/guards.server.ts";
import {
  listReportedConversations,
  reviewConversation,
} from "#app/features/conversations/reported-conversations.server.ts";
import { endBan, listBans } from "#app/features/lost-found/moderation/report-bans.server.ts";
import { liftForm } from "#app/features/lost-found/reports.forms.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { readListQuery } from "#app/platform/http/list-query.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import type { Route } from "./+types/bans-page";

const pagePath = href("/admin/lost-found/bans");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { search, after } = readListQuery(request, {});
  return {
    search,
    ...(await listBans(ctx, actor, { search, after })),
    conversations: await listReportedConversations(ctx, actor, search),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleIntents(
    args,
    {
      lift: intent(liftForm, async ({ banId }) => {
        await endBan(ctx, actor, banId);
        return redirectWithToast(pagePath, "moderation.lifted");
      }),
      review: intent(z.object({ conversationId: z.uuid() }), async ({ conversationId }) => {
        await reviewConversation(ctx, actor, conversationId);
        return redirectWithToast(`${pagePath}#conversations`, "conversations.states.reviewed");
      }),
    },
    { failed: "lostFound.failed" },
  );
}

export const clientAction = submitForm;

export const handle = { i18n: ["conversations", "lostFound", "moderation", "pets"], title: "moderation.bans" };

type Reported = Awaited<ReturnType<typeof listReportedConversations>>;

/** Section with the reported conversations, for administrators. */
function ReportedConversations({ conversations }: { conversations: Reported }) {
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

/** Page that lists the accounts and addresses currently banned from creating reports. */
export default function BansPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { bans, next, conversations, search } = loaderData;
  useErrorToast(answer);
  const path = [{ label: t("lostFound.admin.title"), to: href("/admin/lost-found") }, { label: t("moderation.bans") }];
  return (
    <AdminList
      above={<Breadcrumb items={path} />}
      title={t("moderation.bans")}
      lead={t("moderation.bansLead")}
      search={{ label: t("moderation.searchBans"), value: search }}
      caption={t("moderation.bans")}
      rows={bans}
      rowKey={({ id }) => id}
      empty={
        search ? (
          <p className="text-ink-2">{t("moderation.noneFound")}</p>
        ) : (
          <EmptyState
            inCard
            title={t("moderation.noBans")}
            text={t("moderation.noBansText")}
            actions={
              <ButtonLink to={href("/admin/lost-found")} variant="ghost">
                {t("moderation.allReports")}
              </ButtonLink>
            }
          />
        )
      }
      columns={[
        {
          key: "person",
          head: t("moderation.person"),
          primary: true,
          cell: ({ email }) => (email ? <Ltr className="wrap-anywhere">{email}</Ltr> : t("moderation.gone")),
        },
        { key: "reason", head: t("moderation.reason"), cell: ({ reason }) => <bdi>{reason}</bdi> },
        {
          key: "date",
          head: t("moderation.date"),
          cell: ({ createdAt }) => <bdi>{formatDate(createdAt, language, timeZone)}</bdi>,
        },
        {
          key: "lift",
          head: t("moderation.lift"),
          hideHead: true,
          cell: ({ id }) => (
            <Form method="post">
              <input type="hidden" name="banId" value={id} />
              <SubmitButton name="intent" value="lift" size="sm" variant="ghost" match={{ banId: id }}>
                {t("moderation.lift")}
              </SubmitButton>
            </Form>
          ),
        },
      ]}
      paging={next ? { after: next, label: t("lostFound.admin.next") } : undefined}
      below={<ReportedConversations conversations={conversations} />}
    />
  );
}
