import { and, eq, gt } from "drizzle-orm";
import { href } from "react-router";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { countOtherAdmins } from "#app/features/users/lock-user.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import { type Actor, displayName } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { transaction } from "#app/platform/db/connection/database.server.ts";
import { isId, newId } from "#app/platform/db/uuid.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { placePeriod } from "../periods.rules.ts";
import type { RejectForm } from "../plans.forms.server.ts";
import { listPeriodsAhead } from "../plans.server.ts";
import { planPeriods, subscriptionRequests } from "../plans.tables.server.ts";
import { canApprove, receiptNumber } from "../upgrade-requests/upgrade-requests.rules.ts";
import type { UpgradeRequest } from "../upgrade-requests/upgrade-requests.server.ts";

type Asker = typeof users.$inferSelect;

/**
 * Grants what was asked, from now on or after the periods of plans as large; what is left of smaller plans waits behind
 * it. The owner is told in their language. Only administrators; refuses what is decided already and says by whom, and
 * somebody's own request as long as another administrator can look at it.
 */
export async function approveRequest(ctx: AppContext, admin: Actor, requestId: string): Promise<void> {
  await decide(ctx, admin, requestId, async (tx, request, asker) => {
    if (!canApprove(admin, request, await countOtherAdmins(tx, admin)))
      throw new AppError("upgradeReview.notYourOwn", 403);
    const { startsAt, endsAt } = await grant(tx, request, asker);
    await tell(tx, request, asker, "approved");
    return { status: "approved", startsAt, endsAt };
  });
}

/** Turns a request down with a reason and perhaps a note, which the owner reads. The rest as with `approveRequest`. */
export async function rejectRequest(
  ctx: AppContext,
  admin: Actor,
  { requestId, reason, note }: RejectForm,
): Promise<void> {
  await decide(ctx, admin, requestId, async (tx, request, asker) => {
    const t = tx.translator(asker.language);
    const why = [reason === "other" ? null : t(`subscription.reasons.${reason}`), note].filter(Boolean).join("\n");
    await tell(tx, request, asker, "rejected", why);
    return { status: "rejected", reason, reviewNote: note };
  });
}

async function decide(
  ctx: AppContext,
  admin: Actor,
  requestId: string,
  work: (tx: AppContext, request: UpgradeRequest, asker: Asker) => Promise<Partial<UpgradeRequest>>,
): Promise<void> {
  requireAdmin(admin);
  await transaction(ctx, async (tx) => {
    const asker = await lockAsker(tx, requestId);
    const [request] = await tx.db
      .select()
      .from(subscriptionRequests)
      .where(eq(subscriptionRequests.id, requestId))
      .for("update");
    if (!request) throw notFound();
    if (request.status !== "pending") throw await decidedAlready(tx, admin, request);
    const values = await work(tx, request, asker);
    await recordChange(tx, admin, {
      action: values.status === "approved" ? "upgrade.approve" : "upgrade.reject",
      subject: { kind: "upgrade", id: request.id, name: receiptNumber(request), personId: asker.id },
      before: { status: request.status },
      after: { ...request, ...values, note: values.reviewNote ?? null },
    });
    await tx.db
      .update(subscriptionRequests)
      .set({ ...values, reviewerId: admin.id, closedAt: tx.clock.now() })
      .where(eq(subscriptionRequests.id, request.id));
  });
}

/**
 * The account is locked before the request, as when it is deleted; whoever adds a pet meanwhile waits here, and counts by
 * the new plan.
 */
async function lockAsker({ db }: AppContext, requestId: string): Promise<Asker> {
  const [found] = isId(requestId)
    ? await db
        .select({ userId: subscriptionRequests.userId })
        .from(subscriptionRequests)
        .where(eq(subscriptionRequests.id, requestId))
    : [];
  const [asker] = found?.userId
    ? await db.select().from(users).where(eq(users.id, found.userId)).for("no key update")
    : [];
  if (!asker) throw notFound();
  return asker;
}

async function decidedAlready({ db }: AppContext, reader: Actor, request: UpgradeRequest): Promise<AppError> {
  if (request.status === "withdrawn") return new AppError("upgradeReview.withdrawnMeanwhile", 409);
  const [reviewer] = request.reviewerId ? await db.select().from(users).where(eq(users.id, request.reviewerId)) : [];
  const params = {
    name: reviewer ? `\u2068${displayName(reviewer)}\u2069` : "–",
    when: request.closedAt ? formatDate(request.closedAt, reader.language, reader.timeZone, "dateTime") : "",
  };
  return new AppError(
    request.status === "approved" ? "upgradeReview.approvedAlready" : "upgradeReview.rejectedAlready",
    409,
    {
      params,
    },
  );
}

/** Writes the periods from now on anew, with what is granted among them. */
async function grant(tx: AppContext, request: UpgradeRequest, asker: Asker) {
  const now = tx.clock.now();
  const { added, ahead } = placePeriod(await listPeriodsAhead(tx, asker.id), request, now, asker.timeZone);
  await tx.db.delete(planPeriods).where(and(eq(planPeriods.userId, asker.id), gt(planPeriods.endsAt, now)));
  const periods = [...ahead, { ...added, userId: asker.id, requestId: request.id, told: null }];
  await tx.db
    .insert(planPeriods)
    // What began now and was pushed behind leaves nothing before.
    .values(periods.filter(({ startsAt, endsAt }) => startsAt < endsAt).map((period) => ({ ...period, id: newId() })));
  return added;
}

async function tell(
  tx: AppContext,
  request: UpgradeRequest,
  asker: Asker,
  planNews: "approved" | "rejected",
  text?: string,
): Promise<void> {
  await sendNotifications(tx, [
    {
      userId: asker.id,
      kind: "plan",
      params: { planNews, plan: request.plan, ...(text && { text }) },
      link: href("/dashboard/subscription"),
      topic: `plan:${request.id}`,
    },
  ]);
}
