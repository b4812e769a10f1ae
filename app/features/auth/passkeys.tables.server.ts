import { bigint, boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";

/** Passkeys: the public half of keys that a phone, a computer or a password manager holds. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The device's id of the credential, base64url. */
    credentialId: text().notNull().unique(),
    /** COSE, base64url. */
    publicKey: text().notNull(),
    /** How often the device says it was used; many say 0 for ever. */
    counter: bigint({ mode: "number" }).notNull().default(0),
    transports: text().array().notNull().default([]),
    /** What its owner calls it. */
    name: text().notNull(),
    /** Synced by a password manager to several devices. */
    isSynced: boolean().notNull(),
    createdAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  (table) => [index("passkeys_by_user").on(table.userId)],
);
