import { asc, eq } from "drizzle-orm";
import type { PersonalData } from "#app/features/accounts/personal-data.server.ts";
import { petTransfers } from "./transfers.tables.server.ts";

/** Offers that somebody made go with their account; whom they offered to is forgotten with it. */
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
};
