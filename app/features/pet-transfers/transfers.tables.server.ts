import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { belongsTo, timestamptz, uuid } from "#app/platform/db/column-types.server.ts";

/** Stored states of an offer. Expiry is not one of them. */
const transferStates = ["open", "accepted", "declined", "cancelled"] as const;

/** Days for which an offer is valid. */
export const offerDays = 7;

/** Whether the actor is the receiver of an offer; addresses are compared case-insensitively. */
export function isReceiver(actor: { email: string | null }, offer: { toEmail: string }): boolean {
  return actor.email?.toLowerCase() === offer.toEmail;
}

/** Offers of pets to a new owner, identified only by e-mail address until they accept. */
export const petTransfers = pgTable(
  "pet_transfers",
  {
    id: uuid().primaryKey(),
    petId: belongsTo(() => pets.id),
    fromId: belongsTo(() => users.id),
    /** Lower case. */
    toEmail: text().notNull(),
    /** Whether the address may be e-mailed about it; false beyond what it gets a day. */
    isEmailed: boolean().notNull().default(true),
    toId: uuid().references(() => users.id, { onDelete: "set null" }),
    state: text({ enum: transferStates }).notNull().default("open"),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex("pet_transfers_one_open").on(table.petId).where(sql`${table.state} = 'open'`),
    index("pet_transfers_from").on(table.fromId),
    index("pet_transfers_to").on(table.toEmail),
  ],
);
