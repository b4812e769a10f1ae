import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import { purgeSender } from "#app/features/notifications/forget-sender.server.ts";
import { hasAddress, type PersonalData } from "#app/features/users/personal-data.server.ts";
import { petTransfers } from "./transfers.tables.server.ts";

/** Offers that somebody made go with their account; in offers to them their address is forgotten. */
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
  async erase({ db, clock }, { id, email }) {
    const isTaker = or(eq(petTransfers.toId, id), hasAddress(petTransfers.toEmail, { email }));
    const topics = (where: SQL | undefined) =>
      sql`(select ${petTransfers.id}::text from ${petTransfers} where ${where})`;
    await purgeSender({ db }, topics(isTaker), { keepsPet: true });
    await purgeSender({ db }, topics(eq(petTransfers.fromId, id)), { keepsPet: false });
    const toThem = hasAddress(petTransfers.toEmail, { email });
    await db
      .update(petTransfers)
      .set({ state: "cancelled", endedAt: clock.now() })
      .where(and(toThem, eq(petTransfers.state, "open")));
    await db.update(petTransfers).set({ toEmail: "" }).where(toThem);
  },
};
