import { href } from "react-router";
import { UserLink } from "#app/features/admin-lists/admin-links.tsx";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { selectionForm } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import { getListPath, redirectToBulkRun, startBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { ConfirmButton } from "#app/features/admin-lists/confirm-button.tsx";
import { readListState } from "#app/features/admin-lists/list-state.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { plans } from "#app/features/plans/plans.rules.ts";
import { listPlansOf } from "#app/features/plans/plans.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { accountStates, roles, signInNameOf } from "#app/features/users/users.rules.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { optionsOf } from "#app/platform/ui/lists/search-form.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { Route } from "./+types/admin-users-page";
import { suspendReason } from "./admin-users.forms.server.ts";
import { maxReasonLength } from "./admin-users.rules.ts";
import { listUsers, readUserSearch, selectUsers } from "./list-users.server.ts";
import { suspendUsers } from "./manage-users.server.ts";
import { UserChips } from "./user-chips.tsx";

export const handle = { i18n: ["adminUsers", "plans"], title: "adminUsers.title" satisfies WordKey };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = readUserSearch(request);
  const found = await listUsers(ctx, actor, query);
  const planOf = await listPlansOf(
    ctx,
    found.users.map(({ id }) => id),
  );
  return {
    ...(await readListState({ request, context }, actor, query)),
    ...found,
    users: found.users.map((user) => ({ ...user, plan: planOf(user.id) })),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const listPath = getListPath(args);
  return handleIntents(
    args,
    {
      suspend: defineIntent(selectionForm.extend(suspendReason), async ({ reason, ...selection }) => {
        const subjects = selectUsers(ctx, actor, selection, readUserSearch(args.request));
        const run = await startBulkRun(ctx, actor, suspendUsers, { params: { reason }, listPath, subjects });
        return redirectToBulkRun(listPath, run);
      }),
    },
    { failed: "adminUsers.failed" },
  );
}

/** Page that lists all accounts. */
export default function AdminUsersPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, format } = useViewer();
  return (
    <AdminList
      title={t("adminUsers.title")}
      lead={t("adminUsers.lead")}
      list={loaderData}
      search={{
        label: t("adminUsers.search"),
        choices: [
          {
            name: "role",
            label: t("adminUsers.role"),
            any: t("adminUsers.allRoles"),
            options: optionsOf(roles, (one) => t(`adminUsers.roles.${one}`)),
          },
          {
            name: "state",
            label: t("adminUsers.state"),
            any: t("adminUsers.allStates"),
            options: optionsOf(accountStates, (one) => t(`adminUsers.states.${one}`)),
          },
          {
            name: "plan",
            label: t("adminUsers.plan"),
            any: t("adminUsers.allPlans"),
            options: optionsOf(plans, (one) => t(`plans.names.${one}`)),
          },
        ],
      }}
      csv={href("/admin/users.csv")}
      count={{
        text: (count) => t("adminUsers.count", { count }),
        moreThan: (number) => t("adminUsers.moreThan", { number }),
      }}
      bulk={{
        label: (user) => t("adminUsers.select", { name: user.name }),
        errors: Object.values(answer?.form.error ?? {}).flatMap((errors) => errors ?? []),
        actions: ({ count }) => <SuspendSelected count={count} />,
      }}
      caption={t("adminUsers.caption")}
      rows={loaderData.users}
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
          sort: "name",
          head: t("adminUsers.person"),
          primary: true,
          cell: (user) => <UserLink id={user.id} name={user.name} />,
        },
        {
          key: "email",
          head: t("adminUsers.email"),
          cell: (user) => <Ltr className="wrap-anywhere">{signInNameOf(user)}</Ltr>,
        },
        { key: "state", head: t("adminUsers.state"), cell: (user) => <UserChips user={user} /> },
        { key: "plan", head: t("adminUsers.plan"), cell: (user) => t(`plans.names.${user.plan}`) },
        {
          key: "joined",
          sort: "joined",
          head: t("adminUsers.joined"),
          cell: (user) => <bdi>{format.date(user.createdAt, "shortDate")}</bdi>,
        },
      ]}
    />
  );
}

function SuspendSelected({ count }: { count: number }) {
  const t = useT();
  return (
    <>
      <Field label={t("adminUsers.suspendReason")} className="w-64 max-w-full max-sm:min-w-40 max-sm:flex-1">
        <TextInput name="reason" dir="auto" maxLength={maxReasonLength} />
      </Field>
      <ConfirmButton
        size="sm"
        intent="suspend"
        label={t("adminUsers.suspend")}
        title={t("adminUsers.suspendSome", { count })}
        text={t("adminUsers.suspendText")}
      />
    </>
  );
}
