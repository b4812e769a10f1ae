import { and, eq, gt } from "drizzle-orm";
import { href } from "react-router";
import type { AuditAction } from "#app/features/audit-log/audit-log.rules.ts";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import type { PlanNews } from "#app/features/notifications/notifications.rules.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { countOtherAdmins } from "#app/features/users/lock-user.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import { type Actor, displayName } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { type Length, placePeriod, removePeriods } from "../periods.rules.ts";
import type { ReapproveForm, RejectForm } from "../plans.forms.server.ts";
import type { PaidPlan } from "../plans.rules.ts";
import { listPeriodsAhead } from "../plans.server.ts";
import { planPeriods, subscriptionRequests } from "../plans.tables.server.ts";
import type { UpgradeRequest } from "../upgrade-requests/upgrade-requests.server.ts";
import { canApprove, type RequestStatus, receiptNumber } from "../upgrade-requests.rules.ts";

type Requester = typeof users.$inferSelect;

/**
 * Approves a request: grants the plan immediately or after periods of plans that are as large; the rest of smaller
 * plans is postponed. A `correction` approves a rejected request, with a note for the owner. Notifies the owner in their
 * language. Administrators only. Rejects a request that is already decided otherwise, naming who decided, and the
 * administrator's own request while another administrator could decide it.
 */
export async function approveRequest(
  ctx: AppContext,
  admin: Actor,
  requestId: string,
  correction?: Pick<ReapproveForm, "note">,
): Promise<void> {
  const kind = correction
    ? ({ from: "rejected", action: "upgrade.correct" } as const)
    : ({ from: "pending", action: "upgrade.approve" } as const);
  await decide(ctx, admin, requestId, kind, async (tx, request, requester) => {
    if (!canApprove(admin, request, await countOtherAdmins(tx, admin)))
      throw new AppError("upgradeReview.notYourOwn", 403);
    const { startsAt, endsAt } = await addPeriod(tx, requester, request, request.id);
    const note = correction?.note;
    if (startsAt <= tx.clock.now()) await notifyOwner(tx, request, requester, "approved", note);
    else {
      const [from, to] = [startsAt, endsAt].map((moment) => formatDate(moment, requester.language, requester.timeZone));
      const granted = tx.translator(requester.language)("subscription.granted", { from, to });
      await notifyOwner(tx, request, requester, "approvedLater", [granted, note].filter(Boolean).join("\n"));
    }
    return { status: "approved", startsAt, endsAt, reason: null, reviewNote: note ?? null };
  });
}

/**
 * Rejects a request with a reason and an optional note for the owner. With `isCorrection`, an approved one: the
 * remaining time it granted ends now, and later periods start earlier by as much. Otherwise like `approveRequest`.
 */
export async function rejectRequest(
  ctx: AppContext,
  admin: Actor,
  { requestId, reason, note }: RejectForm,
  { isCorrection = false } = {},
): Promise<void> {
  const kind = isCorrection
    ? ({ from: "approved", action: "upgrade.correct" } as const)
    : ({ from: "pending", action: "upgrade.reject" } as const);
  await decide(ctx, admin, requestId, kind, async (tx, request, requester) => {
    if (isCorrection) {
      const ahead = await listPeriodsAhead(tx, requester.id);
      const isGranted = (period: (typeof ahead)[number]) => period.requestId === request.id;
      await setPeriodsAhead(tx, requester, removePeriods(ahead, isGranted, tx.clock.now()));
    }
    const t = tx.translator(requester.language);
    const text = [reason === "other" ? null : t(`subscription.reasons.${reason}`), note].filter(Boolean).join("\n");
    await notifyOwner(tx, request, requester, isCorrection ? "corrected" : "rejected", text);
    return { status: "rejected", reason, reviewNote: note, startsAt: null, endsAt: null };
  });
}

/**
 * Grants a plan without a request, and notifies the user of its end and the reason. Rejects an end before the plan's
 * start, which is after periods of plans that are as large. Must be called with the account locked. Returns the plan's
 * end.
 */
export async function givePlan(
  tx: AppContext,
  person: Requester,
  given: { plan: PaidPlan } & Length,
  reason: string,
): Promise<Date> {
  const { startsAt, endsAt } = await addPeriod(tx, person, given, null);
  if (endsAt <= startsAt) throw new AppError("adminUsers.givePlan.untilTooEarly", 409, { field: "until" });
  const until = tx.translator(person.language)("subscription.until", {
    date: formatDate(endsAt, person.language, person.timeZone),
  });
  await notifyOwner(
    tx,
    { id: createId(), plan: given.plan },
    person,
    startsAt <= tx.clock.now() ? "given" : "givenLater",
    `${until}\n${reason}`,
  );
  return endsAt;
}

async function decide(
  ctx: AppContext,
  admin: Actor,
  requestId: string,
  { from, action }: { from: RequestStatus; action: AuditAction },
  work: (tx: AppContext, request: UpgradeRequest, requester: Requester) => Promise<Partial<UpgradeRequest>>,
): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const requester = await lockRequester(tx, requestId);
    const [request] = await tx.db
      .select()
      .from(subscriptionRequests)
      .where(eq(subscriptionRequests.id, requestId))
      .for("update");
    if (!request) throw notFound();
    if (request.status !== from) throw await createAlreadyDecidedError(tx, admin, request);
    const values = await work(tx, request, requester);
    await recordChange(tx, admin, {
      action,
      subject: { kind: "upgrade", id: request.id, name: receiptNumber(request), personId: requester.id },
      before: { status: request.status, ...(from !== "pending" && { reason: request.reason, endsAt: request.endsAt }) },
      after: { ...request, ...values, note: values.reviewNote ?? null },
    });
    await tx.db
      .update(subscriptionRequests)
      .set({ ...values, reviewerId: admin.id, closedAt: tx.clock.now() })
      .where(eq(subscriptionRequests.id, request.id));
  });
}

/**
 * Locks the account before the request, as account deletion does. Concurrently added pets wait for the lock and count
 * against the new plan.
 */
async function lockRequester({ db }: AppContext, requestId: string): Promise<Requester> {
  const [row] = await db
    .select({ userId: subscriptionRequests.userId })
    .from(subscriptionRequests)
    .where(eq(subscriptionRequests.id, requestId));
  const [requester] = row?.userId
    ? await db.select().from(users).where(eq(users.id, row.userId)).for("no key update")
    : [];
  if (!requester) throw notFound();
  return requester;
}

async function createAlreadyDecidedError(
  { db }: AppContext,
  reader: Actor,
  request: UpgradeRequest,
): Promise<AppError> {
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

/** Adds what was granted to the current and future periods. */
async function addPeriod(
  tx: AppContext,
  person: Requester,
  granted: { plan: PaidPlan } & Length,
  requestId: string | null,
) {
  const before = await listPeriodsAhead(tx, person.id);
  const { added, ahead } = placePeriod(before, granted, tx.clock.now(), person.timeZone);
  await setPeriodsAhead(tx, person, [...ahead, { ...added, userId: person.id, requestId, remindedDays: null }]);
  return added;
}

async function setPeriodsAhead(
  tx: AppContext,
  person: Requester,
  ahead: Omit<typeof planPeriods.$inferSelect, "id">[],
) {
  const now = tx.clock.now();
  await tx.db.delete(planPeriods).where(and(eq(planPeriods.userId, person.id), gt(planPeriods.endsAt, now)));
  // A period that began now and was postponed leaves an empty one behind.
  const periods = ahead.filter(({ startsAt, endsAt }) => startsAt < endsAt);
  if (periods.length > 0)
    await tx.db.insert(planPeriods).values(periods.map((period) => ({ ...period, id: createId() })));
}

async function notifyOwner(
  tx: AppContext,
  request: Pick<UpgradeRequest, "id" | "plan">,
  requester: Requester,
  planNews: PlanNews,
  text?: string,
): Promise<void> {
  await sendNotifications(tx, [
    {
      userId: requester.id,
      kind: "plan",
      params: { planNews, plan: request.plan, ...(text && { text }) },
      link: href("/dashboard/subscription"),
      topic: `plan:${request.id}`,
    },
  ]);
}
