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
import { approveForm, reapproveForm, rejectForm } from "#app/features/plans/plans.forms.server.ts";
import { paidPlans } from "#app/features/plans/plans.rules.ts";
import { approveRequest, rejectRequest } from "#app/features/plans/review/decide-requests.server.ts";
import {
  countRequests,
  listRequests,
  readReviewSearch,
  selectRequests,
} from "#app/features/plans/review/list-requests.server.ts";
import {
  paymentMethods,
  receiptNumber,
  rejectReasons,
  requestStatuses,
} from "#app/features/plans/upgrade-requests.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { CollarDrawing } from "#app/platform/ui/drawings/collar-drawing.tsx";
import { NativeSelect, Options } from "#app/platform/ui/forms/text-input.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { optionsOf } from "#app/platform/ui/lists/search-form.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";
import type { Route } from "./+types/upgrade-requests-page";
import { approveRequests, rejectRequests } from "./bulk-requests.server.ts";
import { RequestCard } from "./request-card.tsx";

const pagePath = href("/admin/upgrade-requests");

export const handle = { i18n: ["plans", "subscription", "upgradeReview"], title: "upgradeReview.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = readReviewSearch(request);
  const [found, counts] = await Promise.all([listRequests(ctx, actor, query), countRequests(ctx, actor)]);
  return { ...(await readListState({ request, context }, actor, query)), ...found, counts };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const query = new URL(args.url).searchParams;
  query.delete("decided");
  const back = (code: WordKey) => redirectWithToast(`${pagePath}?${query}`, code);
  const listPath = getListPath(args);
  const start = async <Params,>(action: BulkAction<Params>, selection: Selection, params: Params) => {
    const subjects = selectRequests(ctx, actor, selection, readReviewSearch(args.request));
    return redirectToBulkRun(listPath, await startBulkRun(ctx, actor, action, { params, listPath, subjects }));
  };
  return handleIntents(
    args,
    {
      approveSome: defineIntent(selectionForm, (selection) => start(approveRequests, selection, {})),
      rejectSome: defineIntent(selectionForm.extend({ reason: rejectForm.shape.reason }), ({ reason, ...selection }) =>
        start(rejectRequests, selection, { reason }),
      ),
      approve: defineIntent(approveForm, async ({ requestId }) => {
        await approveRequest(ctx, actor, requestId);
        return back("upgradeReview.approved");
      }),
      reject: defineIntent(rejectForm, async (form) => {
        await rejectRequest(ctx, actor, form);
        return back("upgradeReview.rejected");
      }),
      approveRejected: defineIntent(reapproveForm, async (form) => {
        await approveRequest(ctx, actor, form.requestId, form);
        return back("upgradeReview.approved");
      }),
      rejectApproved: defineIntent(rejectForm, async (form) => {
        await rejectRequest(ctx, actor, form, { isCorrection: true });
        return back("upgradeReview.rejected");
      }),
    },
    { failed: "upgradeReview.failed" },
  );
}

/** Page that lists upgrade requests: pending ones by age with their proof, and decided ones. */
export default function UpgradeRequestsPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, format } = useViewer();
  const { requests, status, counts } = loaderData;
  const view = status ?? "all";
  return (
    <AdminList
      title={t("upgradeReview.title")}
      lead={t("upgradeReview.lead")}
      actions={
        <ButtonLink to={`${pagePath}/settings`} variant="ghost">
          {t("upgradeReview.settings.link")}
        </ButtonLink>
      }
      list={loaderData}
      search={{
        label: t("upgradeReview.search"),
        choices: [
          {
            name: "plan",
            label: t("upgradeReview.plan"),
            any: t("upgradeReview.anyPlan"),
            options: optionsOf(paidPlans, (one) => t(`plans.names.${one}`)),
          },
          {
            name: "method",
            label: t("upgradeReview.method"),
            any: t("upgradeReview.anyMethod"),
            options: optionsOf(paymentMethods, (one) => t(`subscription.methods.${one}`)),
          },
        ],
      }}
      csv={href("/admin/upgrade-requests.csv")}
      bulk={
        status === "pending"
          ? {
              label: (request) => t("upgradeReview.select", { number: receiptNumber(request) }),
              errors: (answer?.intent?.endsWith("Some") && answer.form.error?.[""]) || undefined,
              actions: ({ count }) => <DecideSelected count={count} />,
            }
          : undefined
      }
      note={
        answer?.refusal && (
          <Notice tone="lost" role="alert">
            {answer.refusal}
          </Notice>
        )
      }
      count={{ text: (count) => t("upgradeReview.count", { count }) }}
      caption={t("upgradeReview.title")}
      rows={requests}
      rowKey={({ id }) => id}
      empty={(isNarrowed) => (
        <EmptyState
          inCard
          drawing={<CollarDrawing />}
          title={t(isNarrowed ? "upgradeReview.noneFound" : "upgradeReview.emptyTitle")}
          text={isNarrowed ? undefined : t("upgradeReview.emptyText")}
          actions={isNarrowed && <ButtonLink to={pagePath}>{t("upgradeReview.showAll")}</ButtonLink>}
        />
      )}
      columns={{
        card: (request, box) => <RequestCard request={request} answer={answer} box={box} />,
        sorts: [
          { sort: "asked", label: t("upgradeReview.sorts.asked") },
          { sort: "price", label: t("upgradeReview.sorts.price") },
          { sort: "name", label: t("upgradeReview.sorts.name") },
        ],
      }}
    >
      <TabsNav
        label={t("upgradeReview.tabs")}
        tabs={[
          ...requestStatuses.map((one) => ({
            to: `${pagePath}?status=${one}`,
            label: t(`subscription.statuses.${one}`),
            count: format.number(counts[one] ?? 0),
            current: view === one,
          })),
          { to: `${pagePath}?status=all`, label: t("upgradeReview.all"), current: view === "all" },
        ]}
      />
    </AdminList>
  );
}

/**
 * Buttons to approve the selected requests, or reject them for one reason; both ask for confirmation, since the owners
 * are notified.
 */
function DecideSelected({ count }: { count: number }) {
  const t = useT();
  return (
    <>
      <ConfirmDialog
        tone="main"
        trigger={
          <Button type="submit" size="sm" name="intent" value="approveSome">
            {t("upgradeReview.bulk.approve")}
          </Button>
        }
        title={t("upgradeReview.bulk.approveTitle", { count })}
        description={t("upgradeReview.bulk.approveText")}
        confirmLabel={t("upgradeReview.bulk.approveConfirm", { count })}
      />
      <span className="w-64 max-w-full">
        <NativeSelect name="reason" aria-label={t("upgradeReview.bulk.chooseReason")} defaultValue={rejectReasons[0]}>
          <Options values={rejectReasons} label={(reason) => t(`subscription.reasons.${reason}`)} />
        </NativeSelect>
      </span>
      <ConfirmButton
        size="sm"
        intent="rejectSome"
        label={t("upgradeReview.bulk.decline")}
        title={t("upgradeReview.bulk.declineTitle", { count })}
        text={t("upgradeReview.bulk.declineText")}
        confirmLabel={t("upgradeReview.bulk.declineConfirm", { count })}
      />
    </>
  );
}
