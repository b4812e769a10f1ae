import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import { pets } from "./pets.tables.server.ts";
import { shareParts } from "./share-links/share-links.rules.ts";

/**
 * Links with which an owner shares a pet's record. The link itself is signed and not stored, so a copy of this table
 * opens nothing.
 */
export const petShares = pgTable(
  "pet_shares",
  {
    id: uuid().primaryKey(),
    petId: uuid()
      .notNull()
      .references(() => pets.id, { onDelete: "cascade" }),
    parts: text({ enum: shareParts }).array().notNull(),
    /** Key generated with the form, so that submitting it twice creates one link. */
    idempotencyKey: uuid(),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    revokedAt: timestamptz(),
  },
  (table) => [
    index("pet_shares_by_pet").on(table.petId, table.id.desc()),
    unique("pet_shares_once").on(table.petId, table.idempotencyKey),
  ],
);

/** Visits to a link, as far as the owner may know them. */
export const petShareVisits = pgTable(
  "pet_share_visits",
  {
    id: uuid().primaryKey(),
    shareId: uuid()
      .notNull()
      .references(() => petShares.id, { onDelete: "cascade" }),
    at: timestamptz().notNull(),
    browser: text(),
    os: text(),
    /** IP address without its last part. */
    network: text().notNull(),
  },
  (table) => [index("pet_share_visits_by_share").on(table.shareId, table.at.desc())],
);
