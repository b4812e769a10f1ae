import { and, desc, eq } from "drizzle-orm";
import { type Actor, displayName } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { clampPage } from "#app/platform/http/list-query.ts";
import type { UpgradeForm } from "../plans.forms.server.ts";
import { getPlan, getPlanSettings } from "../plans.server.ts";
import { subscriptionRequests } from "../plans.tables.server.ts";
import { canWithdraw, referenceKey } from "../upgrade-requests.rules.ts";
import { withProof } from "./payment-proofs.server.ts";

export type UpgradeRequest = typeof subscriptionRequests.$inferSelect;

const limit = { name: "upgrade-request", points: 20, span: 3600 };

/**
 * Creates an upgrade request and returns its id. Rejects a price on the page (`seenCents`) other than the server's, a
 * second pending request, and an unusable proof. At most 20 an hour.
 */
export async function requestUpgrade(ctx: AppContext, actor: Actor, form: UpgradeForm): Promise<string> {
  await ctx.limits.take(limit, actor.id);
  await rejectSecondRequest(ctx, actor);
  const { plan, months, paymentMethod, reference, notes } = form;
  return withProof(ctx, actor, form.proof, async (proof) => {
    const { prices } = await getPlanSettings(ctx);
    const priceCents = prices[plan][months];
    if (priceCents !== form.seenCents) throw new AppError("subscription.priceChanged", 409);
    const id = createId();
    const currentPlan = await getPlan(ctx, actor);
    const written = await withTransaction(ctx, async ({ db }) =>
      db
        .insert(subscriptionRequests)
        .values({
          id,
          userId: actor.id,
          fullName: displayName(actor),
          email: actor.email,
          currentPlan,
          plan,
          months,
          priceCents,
          paymentMethod,
          reference,
          referenceKey: referenceKey(reference),
          notes,
          ...proof,
          askedAt: ctx.clock.now(),
        })
        // The unique index accepts only one of two concurrent requests.
        .onConflictDoNothing()
        .returning({ id: subscriptionRequests.id }),
    );
    if (written.length === 0) throw new AppError("subscription.alreadyPending", 409);
    return id;
  });
}

async function rejectSecondRequest(ctx: AppContext, actor: Actor): Promise<void> {
  if (await findPendingRequest(ctx, actor)) throw new AppError("subscription.alreadyPending", 409);
}

/** Returns the actor's pending request; null when there is none. */
export async function findPendingRequest(ctx: AppContext, actor: Pick<Actor, "id">): Promise<UpgradeRequest | null> {
  const [row] = await ctx.db
    .select()
    .from(subscriptionRequests)
    .where(and(eq(subscriptionRequests.userId, actor.id), eq(subscriptionRequests.status, "pending")));
  return row ?? null;
}

/** Returns the actor's own request; 404 for someone else's. */
export async function getOwnRequest(ctx: AppContext, actor: Actor, requestId: string): Promise<UpgradeRequest> {
  const [row] = await ctx.db
    .select()
    .from(subscriptionRequests)
    .where(and(eq(subscriptionRequests.id, requestId), eq(subscriptionRequests.userId, actor.id)));
  if (!row) throw notFound();
  return row;
}

/** Withdraws the actor's own request. Rejects with 409 (`subscription.alreadyDecided`) once it is decided. */
export async function cancelRequest(ctx: AppContext, actor: Actor, requestId: string): Promise<void> {
  const request = await getOwnRequest(ctx, actor, requestId);
  const withdrawn = await ctx.db
    .update(subscriptionRequests)
    .set({ status: "withdrawn", closedAt: ctx.clock.now() })
    .where(and(eq(subscriptionRequests.id, request.id), eq(subscriptionRequests.status, "pending")))
    .returning({ id: subscriptionRequests.id });
  if (!canWithdraw(actor, request) || withdrawn.length === 0) throw new AppError("subscription.alreadyDecided", 409);
}

/** Returns a request as its owner sees it, without internal columns. */
export function toOwnRequest({ proofId, ...request }: UpgradeRequest) {
  const { id, plan, months, priceCents, paymentMethod, reference, notes } = request;
  const { status, reason, reviewNote, askedAt, startsAt, endsAt } = request;
  const asked = { id, plan, months, priceCents, paymentMethod, reference, notes, hasProof: proofId !== null, askedAt };
  return { ...asked, status, reason, reviewNote, startsAt, endsAt };
}

export type OwnRequest = ReturnType<typeof toOwnRequest>;

const pageSize = 10;

/** Lists the actor's requests, newest first, ten a page. */
export async function listOwnRequests(ctx: AppContext, actor: Actor, asked: number) {
  const own = eq(subscriptionRequests.userId, actor.id);
  const total = await ctx.db.$count(subscriptionRequests, own);
  const page = clampPage(Number.isInteger(asked) ? asked : 1, { total }, pageSize);
  const requests = await ctx.db
    .select()
    .from(subscriptionRequests)
    .where(own)
    .orderBy(desc(subscriptionRequests.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { requests: requests.map(toOwnRequest), page, pageCount: Math.ceil(total / pageSize) };
}
