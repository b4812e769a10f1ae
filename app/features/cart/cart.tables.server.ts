import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import type { Attributes } from "#app/features/catalog/products.rules.ts";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { belongsTo, jsonb, timestamptz, uuid } from "#app/platform/db/column-types.server.ts";

/** Cart lines of accounts; a visitor's cart stays in the browser until sign-in. */
export const cartLines = pgTable(
  "cart_lines",
  {
    id: uuid().primaryKey(),
    userId: belongsTo(() => users.id),
    productId: belongsTo(() => products.id),
    attributes: jsonb().$type<Attributes>().notNull(),
    /** Canonical text of the attributes, so that identical choices share a line. */
    attributesKey: text().notNull(),
    quantity: integer().notNull(),
    /** Price when it was added, to point out a change. */
    seenCents: integer().notNull(),
    addedAt: timestamptz().notNull(),
  },
  (table) => [
    unique("cart_lines_one_choice").on(table.userId, table.productId, table.attributesKey),
    check("cart_lines_quantity", sql`${table.quantity} between 1 and 99`),
  ],
);

/** Guest carts that were already merged; each is merged once. */
export const cartMerges = pgTable(
  "cart_merges",
  {
    userId: belongsTo(() => users.id),
    key: uuid().notNull(),
    mergedAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
);
