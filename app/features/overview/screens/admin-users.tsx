import { useTranslation } from "react-i18next";
import { Form, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { accountStates, roles } from "#app/features/accounts/accounts.rules.ts";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { insiderOf } from "#app/features/accounts/actor.server.ts";
import { listUsers } from "#app/features/accounts/list-users.server.ts";
import { useViewer } from "#app/features/accounts/use-viewer.ts";
import { UserChips } from "#app/features/accounts/user-chips.tsx";
import { plans } from "#app/features/plans/plans.rules.ts";
import { plansOfPeople, whoseIs } from "#app/features/plans/plans.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { EmptyState } from "#app/platform/ui/empty.tsx";
import { NextPage } from "#app/platform/ui/next-page.tsx";
import { PageHeader } from "#app/platform/ui/page-header.tsx";
import { Table } from "#app/platform/ui/table.tsx";
import { NativeSelect, TextInput } from "#app/platform/ui/text-input.tsx";

export const handle = { title: "users.title" satisfies WordKey };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world, actor } = await insiderOf(request, context);
  const query = new URL(request.url).searchParams;
  const asked = {
    search: (query.get("q") ?? "").slice(0, 100),
    role: roles.find((one) => one === query.get("role")),
    state: accountStates.find((one) => one === query.get("state")),
    plan: plans.find((one) => one === query.get("plan")),
  };
  const only = asked.plan && whoseIs(world, asked.plan, users.id);
  const found = await listUsers(world, actor, { ...asked, only, after: query.get("after") });
  const planOf = await plansOfPeople(
    world,
    found.users.map(({ id }) => id),
  );
  return { ...found, users: found.users.map((user) => ({ ...user, plan: planOf(user.id) })), asked };
}

/** Everybody with an account. */
export default function AdminUsers() {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { users: people, next, asked } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-6">
      <PageHeader title={t("users.title")} lead={t("users.lead")} />
      <SearchForm key={JSON.stringify(asked)} asked={asked} />
      <Table
        caption={t("users.caption")}
        rows={people}
        rowKey={(user) => user.id}
        empty={
          <EmptyState
            inCard
            title={t("users.none")}
            text={t("users.noneText")}
            actions={
              <ButtonLink to="/admin/users" variant="ghost">
                {t("users.showAll")}
              </ButtonLink>
            }
          />
        }
        columns={[
          {
            key: "person",
            head: t("users.person"),
            primary: true,
            cell: (user) => (
              <Link to={`/admin/users/${user.id}`} className="link">
                <bdi>{user.name}</bdi>
              </Link>
            ),
          },
          {
            key: "email",
            head: t("users.email"),
            cell: (user) => <Ltr className="wrap-anywhere">{user.email}</Ltr>,
          },
          { key: "state", head: t("users.state"), cell: (user) => <UserChips user={user} /> },
          { key: "plan", head: t("users.plan"), cell: (user) => t(`plans.names.${user.plan}`) },
          {
            key: "joined",
            head: t("users.joined"),
            cell: (user) => <bdi>{formatDate(user.createdAt, language, timeZone, "shortDate")}</bdi>,
          },
        ]}
      />
      <NextPage after={next}>{t("users.more")}</NextPage>
    </div>
  );
}

function SearchForm({ asked }: { asked: Awaited<ReturnType<typeof loader>>["asked"] }) {
  const { t } = useTranslation();
  return (
    <Form
      method="get"
      role="search"
      className="grid items-center gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_auto_auto_auto_auto]"
    >
      <TextInput
        name="q"
        type="search"
        dir="auto"
        defaultValue={asked.search}
        maxLength={100}
        aria-label={t("users.search")}
        placeholder={t("users.search")}
      />
      <NativeSelect name="role" defaultValue={asked.role ?? ""} aria-label={t("users.role")}>
        <option value="">{t("users.allRoles")}</option>
        {roles.map((one) => (
          <option key={one} value={one}>
            {t(`users.roles.${one}`)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect name="state" defaultValue={asked.state ?? ""} aria-label={t("users.state")}>
        <option value="">{t("users.allStates")}</option>
        {accountStates.map((one) => (
          <option key={one} value={one}>
            {t(`users.states.${one}`)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect name="plan" defaultValue={asked.plan ?? ""} aria-label={t("users.plan")}>
        <option value="">{t("users.allPlans")}</option>
        {plans.map((one) => (
          <option key={one} value={one}>
            {t(`plans.names.${one}`)}
          </option>
        ))}
      </NativeSelect>
      <Button type="submit">{t("form.search")}</Button>
    </Form>
  );
}
