import { href } from "react-router";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { endBan, listBans } from "#app/features/lost-found/moderation/report-bans.server.ts";
import { liftForm } from "#app/features/lost-found/reports.forms.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { readListQuery } from "#app/platform/http/list-query.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { Route } from "./+types/bans-page";

const pagePath = href("/admin/lost-found/bans");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { search, after } = readListQuery(request, {});
  return { search, ...(await listBans(ctx, actor, { search, after })) };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleIntents(
    args,
    {
      lift: defineIntent(liftForm, async ({ banId }) => {
        await endBan(ctx, actor, banId);
        return redirectWithToast(pagePath, "moderation.lifted");
      }),
    },
    { failed: "lostFound.failed" },
  );
}

export const handle = { i18n: ["adminReports", "lostFound", "moderation"], title: "moderation.bans" };

/** Page that lists the accounts and addresses currently banned from creating reports. */
export default function BansPage({ loaderData }: Route.ComponentProps) {
  const { t, format } = useViewer();
  const { bans, next, search } = loaderData;
  const path = [{ label: t("adminReports.title"), to: href("/admin/lost-found") }];
  return (
    <AdminList
      path={path}
      title={t("moderation.bans")}
      lead={t("moderation.bansLead")}
      list={{ search }}
      search={{ label: t("moderation.searchBans") }}
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
          cell: ({ createdAt }) => <bdi>{format.date(createdAt)}</bdi>,
        },
        {
          key: "lift",
          head: t("moderation.lift"),
          hideHead: true,
          cell: ({ id }) => (
            <AppForm intent="lift" values={{ banId: id }}>
              <SubmitButton size="sm" variant="ghost">
                {t("moderation.lift")}
              </SubmitButton>
            </AppForm>
          ),
        },
      ]}
      older={{ after: next, label: t("adminReports.next") }}
    />
  );
}
