import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, exists, gt, lte, not, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { getFirstPrices, offerKey, offersOf, type Plan, type Prices } from "./plans.rules.ts";
import { planPeriods, planSettings } from "./plans.tables.server.ts";
import type { PayTo } from "./upgrade-requests.rules.ts";

type Asked = Pick<AppContext, "db" | "clock">;

/**
 * Returns a user's current plan; everyone has one. Within a transaction it reads what the transaction sees, so that a
 * limit can be checked under its lock.
 */
export async function getPlan(ctx: Asked, actor: { id: string }): Promise<Plan> {
  return (await listPlansOf(ctx, [actor.id]))(actor.id);
}

const plansInForce = createPreparedQuery((db) =>
  db
    .select({ userId: planPeriods.userId, plan: planPeriods.plan })
    .from(planPeriods)
    .where(
      and(
        eq(planPeriods.userId, sql`any(${sql.placeholder("userIds")})`),
        lte(planPeriods.startsAt, sql.placeholder("now")),
        gt(planPeriods.endsAt, sql.placeholder("now")),
      ),
    ),
);

/** Like `getPlan`, for several users in one query. */
export async function listPlansOf({ db, clock }: Asked, userIds: readonly string[]): Promise<(userId: string) => Plan> {
  const now = clock.now();
  const rows = userIds.length === 0 ? [] : await plansInForce(db).execute({ userIds, now });
  const inForce = new Map(rows.map(({ userId, plan }) => [userId, plan]));
  return (userId) => inForce.get(userId) ?? "basic";
}

/** Column with the plan of the user of a row at a time. */
export const planColumn = (userId: PgColumn, now: Placeholder) =>
  sql<Plan>`coalesce((select ${planPeriods.plan} from ${planPeriods} where ${planPeriods.userId} = ${userId}
    and ${planPeriods.startsAt} <= ${now}::timestamptz and ${planPeriods.endsAt} > ${now}::timestamptz limit 1), 'basic')`;

/** Condition that the user of a row, identified by a user id column, currently has this plan. */
export function hasPlan({ db, clock }: Asked, plan: Plan, userId: PgColumn): SQL {
  const now = clock.now();
  const held = db
    .select({ one: sql`1` })
    .from(planPeriods)
    .where(
      and(
        eq(planPeriods.userId, userId),
        plan === "basic" ? undefined : eq(planPeriods.plan, plan),
        lte(planPeriods.startsAt, now),
        gt(planPeriods.endsAt, now),
      ),
    );
  return plan === "basic" ? not(exists(held)) : exists(held);
}

/** Lists a user's current and future periods, the current one first. */
export async function listPeriodsAhead({ db, clock }: Asked, userId: string) {
  return db
    .select()
    .from(planPeriods)
    .where(and(eq(planPeriods.userId, userId), gt(planPeriods.endsAt, clock.now())))
    .orderBy(asc(planPeriods.startsAt));
}

/** Days after a plan's end for which its owner is told of it. */
const endedDays = 60;

/**
 * Returns a user's current and future periods, the current one first; or the last one, if it ended within 60 days and
 * none has followed.
 */
export async function getPeriods({ db, clock }: Asked, actor: { id: string }) {
  const now = clock.now();
  const since = new Date(now.getTime() - endedDays * 86_400_000);
  const periods = await db
    .select({ plan: planPeriods.plan, startsAt: planPeriods.startsAt, endsAt: planPeriods.endsAt })
    .from(planPeriods)
    .where(and(eq(planPeriods.userId, actor.id), gt(planPeriods.endsAt, since)))
    .orderBy(asc(planPeriods.startsAt));
  const ahead = periods.filter(({ endsAt }) => endsAt > now);
  return { ahead, ended: ahead.length === 0 ? (periods.at(-1) ?? null) : null };
}

interface PlanSettings {
  prices: Prices;
  payTo: PayTo;
  /** 0 until an administrator has changed something. */
  version: number;
}

/** Returns the prices of plans and the payment addresses. */
export async function getPlanSettings({ db }: Pick<AppContext, "db">): Promise<PlanSettings> {
  const [row] = await db
    .select({ prices: planSettings.prices, payTo: planSettings.payTo, version: planSettings.version })
    .from(planSettings);
  return row ?? { prices: getFirstPrices(), payTo: { instapay: "", bankTransfer: "", wallet: "" }, version: 0 };
}

/** Formats the settings for the audit log. */
function formatForAudit({ prices, payTo }: PlanSettings) {
  const offers = offersOf(prices).map((offer) => `${offerKey(offer)}: ${formatMoney(offer.priceCents)}`);
  const methods = Object.keys(payTo).sort() as (keyof PayTo)[];
  const places = methods.map((method) => `${method}: ${payTo[method] || "–"}`);
  return { prices: offers.join(", "), payTo: places.join(", ") };
}

/**
 * Updates prices (minor units) and payment addresses; existing requests keep their price. Administrators only. Rejects
 * settings that another administrator changed after the form was opened.
 */
export async function updatePlanSettings(ctx: AppContext, admin: Actor, form: PlanSettings): Promise<void> {
  requireAdmin(admin);
  const { prices, payTo, version } = form;
  const before = await getPlanSettings(ctx);
  if (before.version === version && isDeepStrictEqual([before.prices, before.payTo], [prices, payTo])) return;
  const values = { prices, payTo, version: version + 1, updatedAt: ctx.clock.now() };
  await withTransaction(ctx, async (tx) => {
    const changed = version
      ? await tx.db.update(planSettings).set(values).where(eq(planSettings.version, version)).returning()
      : await tx.db.insert(planSettings).values(values).onConflictDoNothing().returning();
    if (changed.length === 0) throw new AppError("upgradeReview.settings.changedMeanwhile", 409);
    await recordChange(tx, admin, {
      action: "plan.change",
      subject: { kind: "plan", id: null },
      before: formatForAudit(before),
      after: formatForAudit(form),
    });
  });
}
