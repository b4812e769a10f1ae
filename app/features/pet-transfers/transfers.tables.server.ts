import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { transferStates } from "./transfers.rules.ts";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/** Offers of a pet to a new owner, who is known by an e-mail address alone until they accept. */
export const petTransfers = pgTable(
  "pet_transfers",
  {
    id: uuid().primaryKey(),
    petId: uuid()
      .notNull()
      .references(() => pets.id, { onDelete: "cascade" }),
    fromId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** In lower case. */
    toEmail: text().notNull(),
    toId: uuid().references(() => users.id, { onDelete: "set null" }),
    state: text({ enum: transferStates }).notNull().default("open"),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    endedAt: moment(),
  },
  (table) => [
    uniqueIndex("pet_transfers_one_open").on(table.petId).where(sql`${table.state} = 'open'`),
    index("pet_transfers_from").on(table.fromId),
    index("pet_transfers_to").on(table.toEmail),
  ],
);
