import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { plans } from "#app/features/plans/plans.rules.ts";
import { hasPlan, listPlansOf } from "#app/features/plans/plans.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { accountStates, roles } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { readListQuery } from "#app/platform/http/list-query.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty.tsx";
import { optionsOf } from "#app/platform/ui/lists/search-form.tsx";
import type { Route } from "./+types/admin-users-page";
import { listUsers } from "./list-users.server.ts";
import { UserChips } from "./user-chips.tsx";

export const handle = { i18n: ["adminUsers", "plans"], title: "adminUsers.title" satisfies WordKey };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { search, filters, after } = readListQuery(request, { role: roles, state: accountStates, plan: plans });
  const only = filters.plan && hasPlan(ctx, filters.plan, users.id);
  const found = await listUsers(ctx, actor, { search, ...filters, only, after });
  const planOf = await listPlansOf(
    ctx,
    found.users.map(({ id }) => id),
  );
  return { ...found, users: found.users.map((user) => ({ ...user, plan: planOf(user.id) })), search, filters };
}

/** Everybody with an account. */
export default function AdminUsers({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { users: people, next, search, filters } = loaderData;
  return (
    <AdminList
      title={t("adminUsers.title")}
      lead={t("adminUsers.lead")}
      search={{
        label: t("adminUsers.search"),
        value: search,
        filters: [
          {
            name: "role",
            label: t("adminUsers.role"),
            value: filters.role,
            any: t("adminUsers.allRoles"),
            options: optionsOf(roles, (one) => t(`adminUsers.roles.${one}`)),
          },
          {
            name: "state",
            label: t("adminUsers.state"),
            value: filters.state,
            any: t("adminUsers.allStates"),
            options: optionsOf(accountStates, (one) => t(`adminUsers.states.${one}`)),
          },
          {
            name: "plan",
            label: t("adminUsers.plan"),
            value: filters.plan,
            any: t("adminUsers.allPlans"),
            options: optionsOf(plans, (one) => t(`plans.names.${one}`)),
          },
        ],
      }}
      caption={t("adminUsers.caption")}
      rows={people}
      rowKey={(user) => user.id}
      empty={
        <EmptyState
          inCard
          title={t("adminUsers.none")}
          text={t("adminUsers.noneText")}
          actions={
            <ButtonLink to={href("/admin/users")} variant="ghost">
              {t("adminUsers.showAll")}
            </ButtonLink>
          }
        />
      }
      columns={[
        {
          key: "person",
          head: t("adminUsers.person"),
          primary: true,
          cell: (user) => (
            <Link to={href("/admin/users/:userId", { userId: user.id })} className="link">
              <bdi>{user.name}</bdi>
            </Link>
          ),
        },
        {
          key: "email",
          head: t("adminUsers.email"),
          cell: (user) => <Ltr className="wrap-anywhere">{user.email}</Ltr>,
        },
        { key: "state", head: t("adminUsers.state"), cell: (user) => <UserChips user={user} /> },
        { key: "plan", head: t("adminUsers.plan"), cell: (user) => t(`plans.names.${user.plan}`) },
        {
          key: "joined",
          head: t("adminUsers.joined"),
          cell: (user) => <bdi>{formatDate(user.createdAt, language, timeZone, "shortDate")}</bdi>,
        },
      ]}
      paging={{ after: next, label: t("adminUsers.more") }}
    />
  );
}
