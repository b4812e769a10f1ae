import { and, asc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { href } from "react-router";
import { purgeSender, sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { hasAddress, type PersonalData } from "#app/features/users/personal-data.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { petTransfers } from "./transfers.tables.server.ts";

/** Deletes offers by the person with their account; clears their address from offers made to them. */
export const transfersPersonalData: PersonalData = {
  tables: [petTransfers],
  async read({ db }, { id }) {
    return {
      petsOffered: await db
        .select()
        .from(petTransfers)
        .where(eq(petTransfers.fromId, id))
        .orderBy(asc(petTransfers.createdAt)),
    };
  },
  async erase(ctx, { id, email }) {
    const { db, clock } = ctx;
    const isReceiver = or(eq(petTransfers.toId, id), hasAddress(petTransfers.toEmail, { email }));
    const topics = (where: SQL | undefined) =>
      sql`(select ${petTransfers.id}::text from ${petTransfers} where ${where})`;
    await purgeSender({ db }, topics(isReceiver), { keepsPet: true });
    await purgeSender({ db }, topics(eq(petTransfers.fromId, id)), { keepsPet: false });
    await notifyReceivers(ctx, id);
    const toThem = hasAddress(petTransfers.toEmail, { email });
    await db
      .update(petTransfers)
      .set({ state: "cancelled", endedAt: clock.now() })
      .where(and(toThem, eq(petTransfers.state, "open")));
    // PostgreSQL refuses to clear `toId` itself while it also deletes the person's pets.
    await db.update(petTransfers).set({ toEmail: "", toId: null }).where(isReceiver);
  },
};

/** Notifies every account with an open offer from this owner that it no longer exists, without names. */
async function notifyReceivers(ctx: AppContext, fromId: string): Promise<void> {
  const receivers = await ctx.db
    .select({ userId: users.id, topic: petTransfers.id })
    .from(petTransfers)
    .innerJoin(users, eq(sql`lower(${users.email})`, petTransfers.toEmail))
    .where(
      and(
        eq(petTransfers.fromId, fromId),
        eq(petTransfers.state, "open"),
        gt(petTransfers.expiresAt, ctx.clock.now()),
        eq(users.emailVerified, true),
        isNull(users.suspendedAt),
      ),
    );
  const notification = { kind: "transfer", params: { transferNews: "gone" }, link: href("/dashboard/pets") } as const;
  await sendNotifications(
    ctx,
    receivers.map((receiver) => ({ ...receiver, ...notification })),
  );
}
