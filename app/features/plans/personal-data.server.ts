import { and, asc, eq } from "drizzle-orm";
import type { PersonalData } from "#app/features/users/personal-data.server.ts";
import { planPeriods, subscriptionRequests } from "./plans.tables.server.ts";
import { listProofKeys } from "./upgrade-requests/payment-proofs.server.ts";

/**
 * Erasure keeps a request's number, plan, price and dates, and deletes name, payment data and all text by the person.
 * Pending requests are withdrawn.
 */
export const plansPersonalData: PersonalData = {
  tables: [subscriptionRequests, planPeriods],
  async read({ db }, { id }) {
    const requests = await db
      .select()
      .from(subscriptionRequests)
      .where(eq(subscriptionRequests.userId, id))
      .orderBy(asc(subscriptionRequests.id));
    const periods = await db
      .select()
      .from(planPeriods)
      .where(eq(planPeriods.userId, id))
      .orderBy(asc(planPeriods.startsAt));
    return {
      upgradeRequests: requests.map(
        // Leaves out the reviewing administrator and columns derived from the others.
        ({
          search: _s,
          referenceKey: _k,
          proofSha256: _h,
          proofImageHash: _l,
          proofDetailHash: _d,
          proofParts: _p,
          reviewerId: _r,
          ...request
        }) => request,
      ),
      plans: periods.map(({ plan, startsAt, endsAt }) => ({ plan, startsAt, endsAt })),
    };
  },
  async files({ db }, { id }) {
    const rows = await db
      .select({ proofId: subscriptionRequests.proofId, number: subscriptionRequests.number })
      .from(subscriptionRequests)
      .where(eq(subscriptionRequests.userId, id));
    return rows.flatMap(({ proofId, number }) =>
      proofId ? [{ keys: listProofKeys(proofId), of: `proof-${number}` }] : [],
    );
  },
  locks: (_ctx, { id }) => [{ key: subscriptionRequests.id, where: eq(subscriptionRequests.userId, id) }],
  async erase({ db, clock }, { id }) {
    await db
      .update(subscriptionRequests)
      .set({ status: "withdrawn", closedAt: clock.now() })
      .where(and(eq(subscriptionRequests.userId, id), eq(subscriptionRequests.status, "pending")));
    const gone = { fullName: null, email: null, reference: null, referenceKey: null, notes: null, reviewNote: null };
    await db
      .update(subscriptionRequests)
      .set({ ...gone, proofId: null, proofSha256: null, proofImageHash: null, proofDetailHash: null, userId: null })
      .where(eq(subscriptionRequests.userId, id));
  },
};
