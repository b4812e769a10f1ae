import { href, useSearchParams } from "react-router";
import { UserLink } from "#app/features/admin-lists/admin-links.tsx";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { AuditFacts, AuditSubject } from "#app/features/audit-log/audit-line.tsx";
import { auditActions } from "#app/features/audit-log/audit-log.rules.ts";
import { type AuditLine, listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { readListQuery } from "#app/platform/http/list-query.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { optionsOf } from "#app/platform/ui/lists/search-form.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { Route } from "./+types/admin-audit-page";
import { formatAuditLines } from "./audit-log-texts.server.ts";

export const handle = { i18n: ["audit"], title: "audit.title" satisfies WordKey };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { filters, after } = readListQuery(request, {
    who: 100,
    subject: 100,
    action: auditActions,
    from: 10,
    to: 10,
  });
  const { changes, next } = await listChanges(ctx, actor, { ...filters, after });
  return {
    changes: formatAuditLines(context.get(requestInfoContext).t, changes),
    next,
    filters,
    today: dayIn(ctx.clock.now(), actor.timeZone),
  };
}

/** Page that lists the changes made by administrators. */
export default function AdminAuditPage({ loaderData }: Route.ComponentProps) {
  const { changes, next } = loaderData;
  const { t, format } = useViewer();
  const [query] = useSearchParams();
  return (
    <AdminList
      title={t("audit.title")}
      lead={t("audit.lead")}
      list={loaderData}
      search={{
        name: "who",
        label: t("audit.who"),
        moreTexts: [{ name: "subject", label: t("audit.subject") }],
        choices: [
          {
            name: "action",
            label: t("audit.action"),
            any: t("audit.allActions"),
            options: optionsOf(auditActions, (one) => t(`audit.actions.${one}`)),
          },
        ],
      }}
      caption={t("audit.caption")}
      rows={changes}
      rowKey={(line) => line.id}
      rowsClass="@max-2xl:[&_[data-key=what]]:w-full"
      empty={<NoChanges isSearch={query.toString() !== ""} />}
      columns={[
        {
          key: "what",
          head: t("audit.what"),
          primary: true,
          cell: (line) => (
            <div className="grid gap-1">
              <span>
                {t(`audit.actions.${line.action}`)}
                {"\u00a0· "}
                <AuditSubject line={line} />
              </span>
              <AuditFacts line={line} />
            </div>
          ),
        },
        {
          key: "about",
          head: t("audit.about"),
          cell: ({ personId, personName }) => personId && <UserLink id={personId} name={personName} />,
        },
        { key: "by", head: t("audit.by"), cell: (line) => <ActorCell line={line} /> },
        {
          key: "when",
          head: t("audit.when"),
          cell: (line) => <bdi className="whitespace-nowrap">{format.date(line.at, "dateTime")}</bdi>,
        },
      ]}
      older={{ after: next, label: t("audit.older") }}
    />
  );
}

function NoChanges({ isSearch }: { isSearch: boolean }) {
  const t = useT();
  if (!isSearch) return <EmptyState inCard title={t("audit.empty")} text={t("audit.emptyText")} />;
  return (
    <EmptyState
      inCard
      title={t("audit.none")}
      text={t("audit.noneText")}
      actions={
        <ButtonLink to={href("/admin/audit")} variant="ghost">
          {t("audit.showAll")}
        </ButtonLink>
      }
    />
  );
}

function ActorCell({ line: { actorName, actorEmail } }: { line: AuditLine }) {
  const t = useT();
  if (actorName === null) return <span className="text-ink-3">{t("audit.console")}</span>;
  return (
    <span className="grid">
      <bdi>{actorName}</bdi>
      <Ltr className="text-xs text-ink-3 @max-2xl:hidden">{actorEmail}</Ltr>
    </span>
  );
}
