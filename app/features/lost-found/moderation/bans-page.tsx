import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { requireUser } from "#app/features/accounts/guards.server.ts";
import { useViewer } from "#app/features/accounts/use-viewer.ts";
import { listReportedConversations } from "#app/features/conversations/reported-conversations.server.ts";
import { ReportedConversations } from "#app/features/conversations/reported-conversations.tsx";
import { handleIntents, intent } from "#app/platform/http/form.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useRefusalToast } from "#app/platform/http/use-error-toast.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { Breadcrumb } from "#app/platform/ui/breadcrumb.tsx";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { EmptyState } from "#app/platform/ui/empty.tsx";
import { NextPage } from "#app/platform/ui/next-page.tsx";
import { PageHeader } from "#app/platform/ui/page-header.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";
import { Table } from "#app/platform/ui/table.tsx";
import { liftForm } from "../reports.forms.server.ts";
import type { Route } from "./+types/bans-page";
import { liftBan, listBans } from "./report-bans.server.ts";

const here = "/admin/lost-found/bans";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const after = new URL(request.url).searchParams.get("after");
  return { ...(await listBans(ctx, actor, after)), talks: await listReportedConversations(ctx, actor) };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleIntents(args, {
    lift: intent(
      liftForm,
      async ({ banId }) => {
        await liftBan(ctx, actor, banId);
        return redirectWithToast(here, { type: "success", code: "moderation.lifted" });
      },
      "lostFound.failed",
    ),
  });
}

export const clientAction = submitForm;

export const handle = { i18n: ["conversations", "lostFound", "moderation", "pets"], title: "moderation.bans" };

/** Who may not report at present. */
export default function AdminBans({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { bans, next, talks } = loaderData;
  useRefusalToast(answer);
  const path = [{ label: t("lostFound.admin.title"), to: "/admin/lost-found" }, { label: t("moderation.bans") }];
  return (
    <div className="grid gap-6 wrap-anywhere">
      <PageHeader
        above={<Breadcrumb label={t("pets.path")} items={path} />}
        title={t("moderation.bans")}
        lead={t("moderation.bansLead")}
      />
      {bans.length === 0 ? (
        <EmptyState
          inCard
          title={t("moderation.noBans")}
          text={t("moderation.noBansText")}
          actions={
            <ButtonLink to="/admin/lost-found" variant="ghost">
              {t("moderation.allReports")}
            </ButtonLink>
          }
        />
      ) : (
        <Table
          caption={t("moderation.bans")}
          rows={bans}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "person",
              head: t("moderation.person"),
              primary: true,
              cell: ({ email }) => (email ? <Ltr>{email}</Ltr> : t("moderation.gone")),
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
        />
      )}
      <NextPage after={next}>{t("lostFound.admin.next")}</NextPage>
      <ReportedConversations talks={talks} />
    </div>
  );
}
