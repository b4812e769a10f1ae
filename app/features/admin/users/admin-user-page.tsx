import type { ReactNode } from "react";
import { href, Link, useLoaderData } from "react-router";
import { TagLink } from "#app/features/admin-lists/admin-links.tsx";
import { RelatedCard, RelatedRow } from "#app/features/admin-lists/related-card.tsx";
import { AuditHistory } from "#app/features/audit-log/audit-line.tsx";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { StatusChip } from "#app/features/orders/history/status-chip.tsx";
import { TagChips } from "#app/features/tags/manage/tag-chips.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { signInNameOf } from "#app/features/users/users.rules.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Code, Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/admin-user-page";
import {
  decisionForm,
  eraseForm,
  givePlanForm,
  noteForm,
  reasonedForm,
  userEmailForm,
} from "./admin-users.forms.server.ts";
import {
  type Decision,
  demoteUser,
  disableTwoFactorAsAdmin,
  givePlanAsAdmin,
  promoteUser,
  purgeUser,
  restoreUser,
  sendVerificationEmailAsAdmin,
  signOutUser,
  suspendUser,
} from "./manage-users.server.ts";
import { sendUserEmail } from "./send-user-email.server.ts";
import { EraseUser, GivePlan, UserDecisions } from "./user-admin-actions.tsx";
import { UserChips } from "./user-chips.tsx";
import { getUserFacts } from "./user-facts.server.ts";
import { updateUserNote } from "./user-note.server.ts";
import { SendEmail, UserNote } from "./user-note.tsx";

export const handle = {
  i18n: ["adminUsers", "audit", "lostFound", "orders", "pets", "plans", "replacement", "subscription", "tags"],
  title: "adminUsers.title" satisfies WordKey,
};

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return getUserFacts(ctx, actor, params.userId, context.get(requestInfoContext).language);
}

const decisions = {
  promote: { command: promoteUser, done: "adminUsers.promoted" },
  demote: { command: demoteUser, done: "adminUsers.demoted" },
  restore: { command: restoreUser, done: "adminUsers.restored" },
  signOut: { command: signOutUser, done: "adminUsers.signedOut" },
} as const;

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { userId } = args.params;
  const { address } = args.context.get(requestInfoContext);
  const pagePath = href("/admin/users/:userId", { userId });
  const plain = Object.entries(decisions).map(([name, { command, done }]) => [
    name,
    defineIntent(decisionForm, async ({ version }) => {
      await command(ctx, actor, { userId, version } satisfies Decision);
      return redirectWithToast(pagePath, done);
    }),
  ]);
  return handleIntents(
    args,
    {
      ...Object.fromEntries(plain),
      suspend: defineIntent(reasonedForm, async ({ version, reason }) => {
        await suspendUser(ctx, actor, { userId, version }, reason);
        return redirectWithToast(pagePath, "adminUsers.suspended");
      }),
      twoFactorOff: defineIntent(reasonedForm, async ({ version, reason }) => {
        await disableTwoFactorAsAdmin(ctx, actor, { userId, version }, reason);
        return redirectWithToast(pagePath, "adminUsers.twoFactorRemoved");
      }),
      verify: defineIntent(decisionForm, async ({ version }) => {
        await sendVerificationEmailAsAdmin(ctx, actor, { userId, version }, address);
        return redirectWithToast(pagePath, "adminUsers.verified");
      }),
      givePlan: defineIntent(givePlanForm, async (form) => {
        await givePlanAsAdmin(ctx, actor, userId, form);
        return redirectWithToast(pagePath, "adminUsers.givePlan.done");
      }),
      note: defineIntent(noteForm, async (form) => {
        await updateUserNote(ctx, actor, userId, form);
        return redirectWithToast(pagePath, "adminUsers.note.saved");
      }),
      email: defineIntent(userEmailForm, async (form) => {
        await sendUserEmail(ctx, actor, userId, form);
        return redirectWithToast(pagePath, "adminUsers.sendEmail.sent");
      }),
      erase: defineIntent(eraseForm, async ({ version, confirm }) => {
        await purgeUser(ctx, actor, { userId, version }, confirm);
        return redirectWithToast(href("/admin/users"), "adminUsers.erased");
      }),
    },
    { failed: "adminUsers.failed" },
  );
}

/** Page of one user: the account, what belongs to it, and the administrator's actions. */
export default function AdminUserPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { user, history } = loaderData;
  const { t, format } = useViewer();
  return (
    <div className="wrap-anywhere">
      <PageHeader
        path={[{ label: t("adminUsers.title"), to: href("/admin/users") }]}
        title={<bdi>{user.name}</bdi>}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <UserChips user={user} />
            <Ltr>{user.email ?? user.phone}</Ltr>
          </span>
        }
      />
      {user.suspendedAt && (
        <Notice
          tone="lost"
          className="mb-6"
          title={t("adminUsers.suspendedNotice", { date: format.date(user.suspendedAt) })}
        >
          <bdi>{user.suspendedReason}</bdi> {t("adminUsers.suspendedStill")}
        </Notice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-6">
          <Profile />
          <Pets />
          <Tags />
          <Orders />
          <Reports />
          <Requests />
          <Conversations />
          <AuditHistory lines={history} title={t("adminUsers.history")} none={t("adminUsers.noHistory")} />
        </div>
        <div className="grid gap-6">
          <UserNote note={loaderData.note} answer={answer?.intent === "note" ? answer : undefined} />
          <SendEmail user={user} answer={answer?.intent === "email" ? answer : undefined} />
          <UserDecisions user={user} answer={answer} />
          <GivePlan user={user} answer={answer} />
          <Sessions />
          <EraseUser user={user} answer={answer} />
        </div>
      </div>
    </div>
  );
}

function Profile() {
  const { t, format } = useViewer();
  const { user, plan } = useLoaderData<typeof loader>();
  const place = [user.city, user.country].filter(Boolean).join(", ");
  return (
    <Card as="section">
      <CardHeader title={t("adminUsers.profile")} />
      <DescriptionList
        items={[
          { term: t("adminUsers.phone"), detail: user.phone && <Ltr>{user.phone}</Ltr> },
          { term: t("adminUsers.place"), detail: place && <bdi>{place}</bdi> },
          { term: t("adminUsers.language"), detail: t(`common.languages.${user.language}`) },
          { term: t("adminUsers.timeZone"), detail: <Ltr>{user.timeZone}</Ltr> },
          { term: t("adminUsers.joined"), detail: <bdi>{format.date(user.createdAt)}</bdi> },
          {
            term: t("adminUsers.twoFactor"),
            detail: user.twoFactorSince
              ? t("adminUsers.twoFactorSince", { date: format.date(user.twoFactorSince) })
              : t("adminUsers.twoFactorNone"),
          },
          { term: t("adminUsers.plan"), detail: t(`plans.names.${plan}`) },
        ]}
      />
    </Card>
  );
}

interface ListProps {
  title: string;
  none: string;
  count: number;
  /** Link to the complete list. */
  to: string;
  children: ReactNode;
}

function UserRowsCard({ title, none, count, to, children }: ListProps) {
  const t = useT();
  return (
    <RelatedCard
      title={title}
      none={none}
      count={count}
      action={
        count > 0 && (
          <Link to={to} className="link text-sm">
            {t("adminUsers.allOf", { count })}
          </Link>
        )
      }
    >
      {children}
    </RelatedCard>
  );
}

function Pets() {
  const t = useT();
  const { user, pets } = useLoaderData<typeof loader>();
  return (
    <UserRowsCard
      title={t("adminUsers.pets")}
      none={t("adminUsers.noPets")}
      count={pets.count}
      to={`${href("/admin/pets")}?owner=${user.id}`}
    >
      {pets.rows.map((pet) => (
        <RelatedRow key={pet.id}>
          <Link to={href("/admin/pets/:petId", { petId: pet.id })} className="link">
            <bdi>{pet.name}</bdi>
          </Link>
          <span className="text-ink-2">{t(`pets.types.${pet.type}`)}</span>
        </RelatedRow>
      ))}
    </UserRowsCard>
  );
}

function Tags() {
  const t = useT();
  const { user, tags } = useLoaderData<typeof loader>();
  const all = `${href("/admin/tags")}?${new URLSearchParams({ q: user.email ?? user.phone ?? user.name })}`;
  return (
    <UserRowsCard title={t("adminUsers.tags")} none={t("adminUsers.noTags")} count={tags.count} to={all}>
      {tags.rows.map((tag) => (
        <RelatedRow key={tag.id}>
          <TagLink id={tag.id} code={tag.code} />
          <TagChips tag={tag} />
        </RelatedRow>
      ))}
    </UserRowsCard>
  );
}

function Orders() {
  const t = useT();
  const { user, orders } = useLoaderData<typeof loader>();
  const all = `${href("/admin/orders")}?${new URLSearchParams({ q: user.email ?? user.phone ?? user.name })}`;
  return (
    <UserRowsCard title={t("adminUsers.orders")} none={t("adminUsers.noOrders")} count={orders.count} to={all}>
      {orders.rows.map((order) => (
        <RelatedRow key={order.number}>
          <Link to={href("/admin/orders/:orderNumber", { orderNumber: order.number })} className="link tabular-nums">
            <Code>{order.number}</Code>
          </Link>
          <span className="flex items-center gap-3">
            <StatusChip status={order.status} />
            <Ltr className="tabular-nums">{formatMoney(order.totalCents)}</Ltr>
          </span>
        </RelatedRow>
      ))}
    </UserRowsCard>
  );
}

function Reports() {
  const { t, format } = useViewer();
  const { user, reports } = useLoaderData<typeof loader>();
  const all = `${href("/admin/lost-found")}?${new URLSearchParams({ state: "all", q: signInNameOf(user) })}`;
  return (
    <UserRowsCard title={t("adminUsers.reports")} none={t("adminUsers.noReports")} count={reports.count} to={all}>
      {reports.rows.map((report) => (
        <RelatedRow key={report.id}>
          <Link to={href("/admin/lost-found/:reportId", { reportId: report.id })} className="link">
            <bdi>{report.name ?? report.area}</bdi>
          </Link>
          <span className="text-ink-2">
            {t(`lostFound.kinds.${report.kind}`)}
            {"\u00a0· "}
            <bdi>{format.date(report.createdAt, "shortDate")}</bdi>
          </span>
        </RelatedRow>
      ))}
    </UserRowsCard>
  );
}

function Requests() {
  const { t, format } = useViewer();
  const { user, requests } = useLoaderData<typeof loader>();
  const all = `${href("/admin/upgrade-requests")}?${new URLSearchParams({ status: "all", q: signInNameOf(user) })}`;
  return (
    <UserRowsCard title={t("adminUsers.requests")} none={t("adminUsers.noRequests")} count={requests.count} to={all}>
      {requests.rows.map((request) => (
        <RelatedRow key={request.id}>
          <span>{t(`plans.names.${request.plan}`)}</span>
          <span className="text-ink-2">
            {t(`subscription.statuses.${request.status}`)}
            {"\u00a0· "}
            <bdi>{format.date(request.askedAt, "shortDate")}</bdi>
          </span>
        </RelatedRow>
      ))}
    </UserRowsCard>
  );
}

function Conversations() {
  const { t, format } = useViewer();
  const { conversations } = useLoaderData<typeof loader>();
  if (conversations.count === 0) return null;
  const all = href("/admin/lost-found/conversations");
  return (
    <UserRowsCard title={t("adminUsers.conversations")} none="" count={conversations.count} to={all}>
      {conversations.rows.map(({ id, about, reportedAt }) => (
        <RelatedRow key={id}>
          <bdi>{about}</bdi>
          {reportedAt && <bdi className="text-ink-2">{format.date(reportedAt, "shortDate")}</bdi>}
        </RelatedRow>
      ))}
    </UserRowsCard>
  );
}

function Sessions() {
  const { t, format } = useViewer();
  const { sessions, count } = useLoaderData<typeof loader>().sessions;
  const more = count - sessions.length;
  return (
    <Card as="section">
      <CardHeader title={t("adminUsers.sessions")} />
      {count === 0 && <p className="text-sm text-ink-2">{t("adminUsers.noSessions")}</p>}
      <ul className="grid gap-3 text-sm">
        {sessions.map(({ id, browser, os, network, lastUsedAt }) => (
          <RelatedRow key={id}>
            <span>
              <bdi>{[browser, os].filter(Boolean).join(", ")}</bdi>
              <Ltr className="block text-xs text-ink-3">{network}</Ltr>
            </span>
            <bdi className="text-xs text-ink-2">{format.date(lastUsedAt, "dateTime")}</bdi>
          </RelatedRow>
        ))}
      </ul>
      {more > 0 && <p className="mt-3 text-sm text-ink-2">{t("adminUsers.moreSessions", { count: more })}</p>}
    </Card>
  );
}
