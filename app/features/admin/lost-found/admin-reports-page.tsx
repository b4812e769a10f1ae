import { href } from "react-router";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { type Selection, selectionForm } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import {
  type BulkAction,
  getListPath,
  redirectToBulkRun,
  startBulkRun,
} from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { ConfirmButton } from "#app/features/admin-lists/confirm-button.tsx";
import { readListState } from "#app/features/admin-lists/list-state.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { formatReportName } from "#app/features/lost-found/report-texts.ts";
import { hideReason } from "#app/features/lost-found/reports.forms.server.ts";
import { type AdminState, complaintReasons } from "#app/features/lost-found/reports.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { NativeSelect, Options } from "#app/platform/ui/forms/text-input.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";
import type { Route } from "./+types/admin-reports-page";
import { listAllReports, readReportSearch, selectReports } from "./admin-reports.server.ts";
import { dismissReports, hideReports } from "./bulk-reports.server.ts";
import { ReportCell, StatusCell } from "./report-cells.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = readReportSearch(request);
  return {
    ...(await readListState({ request, context }, actor, query)),
    ...(await listAllReports(ctx, actor, query)),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const listPath = getListPath(args);
  const start = async <Params,>(action: BulkAction<Params>, selection: Selection, params: Params) => {
    const subjects = await selectReports(ctx, actor, selection, readReportSearch(args.request));
    return redirectToBulkRun(listPath, await startBulkRun(ctx, actor, action, { params, listPath, subjects }));
  };
  return handleIntents(
    args,
    {
      dismiss: defineIntent(selectionForm, (selection) => start(dismissReports, selection, {})),
      hide: defineIntent(selectionForm.extend({ reason: hideReason }), ({ reason, ...selection }) =>
        start(hideReports, selection, { reason }),
      ),
    },
    { failed: "lostFound.failed" },
  );
}

export const handle = {
  i18n: ["adminReports", "conversations", "lostFound", "moderation", "reportPage"],
  title: "adminReports.title",
};

/** Page that lists reports for moderation, opening on the queue of those with complaints. */
export default function AdminReportsPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, format, language } = useViewer();
  const { reports, withComplaints, search, state } = loaderData;
  return (
    <AdminList
      title={t("adminReports.title")}
      lead={t("adminReports.lead")}
      actions={
        <>
          <ButtonLink to={href("/admin/lost-found/conversations")} variant="ghost">
            {t("conversations.states.adminTitle")}
          </ButtonLink>
          <ButtonLink to={href("/admin/lost-found/bans")} variant="ghost">
            {t("moderation.bans")}
          </ButtonLink>
        </>
      }
      list={loaderData}
      search={{
        label: t("adminReports.search"),
        placeholder: t("moderation.searchBy"),
      }}
      csv={href("/admin/lost-found.csv")}
      count={{
        text: (count) => t("moderation.count", { count }),
        moreThan: (number) => t("moderation.moreThan", { number }),
      }}
      bulk={{
        label: (report) => t("moderation.select", { about: formatReportName(t, report) }),
        errors: answer?.form.error?.[""] ?? undefined,
        actions: ({ count }) => <ReportActions count={count} />,
      }}
      caption={t("adminReports.caption")}
      rows={reports}
      rowKey={(report) => report.id}
      empty={
        state === "flagged" && !search ? (
          <EmptyState
            inCard
            title={t("moderation.queueEmpty")}
            text={t("moderation.queueEmptyText")}
            actions={
              <ButtonLink to={`${href("/admin/lost-found")}?state=all`} variant="ghost">
                {t("moderation.allReports")}
              </ButtonLink>
            }
          />
        ) : (
          <p className="text-ink-2">{t("adminReports.none")}</p>
        )
      }
      columns={[
        {
          key: "report",
          sort: "name",
          head: t("adminReports.report"),
          primary: true,
          cell: (report) => <ReportCell report={report} />,
        },
        {
          key: "status",
          head: t("adminReports.status"),
          ...(state === "flagged" && { sort: "flagged" }),
          cell: (report) => <StatusCell report={report} />,
        },
        {
          key: "area",
          sort: "area",
          head: t("adminReports.area"),
          isWide: true,
          cell: (report) => <bdi>{formatPlace(report.area, language)}</bdi>,
        },
        {
          key: "reporter",
          head: t("adminReports.reporter"),
          cell: (report) => (
            <span className="inline-block min-w-40 wrap-anywhere">
              <Ltr className="wrap-anywhere">{report.reporterEmail ?? "–"}</Ltr>
              {report.isGuest && <span className="block text-xs text-ink-3">{t("adminReports.guest")}</span>}
            </span>
          ),
        },
        {
          key: "created",
          sort: "created",
          head: t("adminReports.created"),
          cell: (report) => <bdi className="whitespace-nowrap">{format.date(report.createdAt, "shortDate")}</bdi>,
        },
      ]}
    >
      <TabsNav
        label={t("adminReports.state")}
        tabs={tabs.map((one) => ({
          to: `${href("/admin/lost-found")}?${new URLSearchParams({ state: one, ...(search && { q: search }) })}`,
          label: t(`adminReports.states.${one}`),
          ...(one === "flagged" && { count: format.number(withComplaints) }),
          current: one === state,
        }))}
      />
    </AdminList>
  );
}

const tabs = [
  "flagged",
  "hidden",
  "open",
  "waiting",
  "expired",
  "resolved",
  "merged",
  "all",
] as const satisfies AdminState[];

function ReportActions({ count }: { count: number }) {
  const t = useT();
  return (
    <>
      <SubmitButton size="sm" name="intent" value="dismiss">
        {t("moderation.dismiss")}
      </SubmitButton>
      <span className="w-64 max-w-full">
        <NativeSelect name="reason" aria-label={t("adminReports.hideReason")} defaultValue="">
          <option value="">{t("moderation.asComplained")}</option>
          <Options values={complaintReasons} label={(reason) => t(`moderation.hideReasons.${reason}`)} />
        </NativeSelect>
      </span>
      <ConfirmButton
        size="sm"
        intent="hide"
        label={t("moderation.hideSome")}
        title={t("moderation.hideTitle", { count })}
        text={t("moderation.hideText")}
      />
    </>
  );
}
