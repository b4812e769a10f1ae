import { and, asc, eq, exists, gt, lte, not, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { prepareOnce, unnamed } from "#app/platform/db/prepare.server.ts";
import type { Plan } from "./plans.rules.ts";
import { planPeriods } from "./plans.tables.server.ts";

type Asked = Pick<AppContext, "db" | "clock">;

/**
 * Returns a user's current plan; everyone has one. Within a transaction it reads what the transaction sees, so that a
 * limit can be checked under its lock.
 */
export async function getPlan(ctx: Asked, actor: { id: string }): Promise<Plan> {
  return (await listPlansOf(ctx, [actor.id]))(actor.id);
}

const plansInForce = prepareOnce((db) =>
  db
    .select({ userId: planPeriods.userId, plan: planPeriods.plan })
    .from(planPeriods)
    .where(
      and(
        eq(planPeriods.userId, sql`any(${sql.placeholder("userIds")})`),
        lte(planPeriods.startsAt, sql.placeholder("now")),
        gt(planPeriods.endsAt, sql.placeholder("now")),
      ),
    )
    .prepare(unnamed),
);

/** Like `getPlan`, for several users in one query. */
export async function listPlansOf({ db, clock }: Asked, userIds: readonly string[]): Promise<(userId: string) => Plan> {
  const now = clock.now();
  const rows = userIds.length === 0 ? [] : await plansInForce(db).execute({ userIds, now });
  const inForce = new Map(rows.map(({ userId, plan }) => [userId, plan]));
  return (userId) => inForce.get(userId) ?? "basic";
}

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
