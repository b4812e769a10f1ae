import { type SQL, sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, smallint, text, unique } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { belongsTo, jsonb, timestamptz, uuid } from "#app/platform/db/column-types.server.ts";
import { languages } from "#app/platform/i18n/language.ts";
import { categories, ownStore, type ProductOption, stockReasons } from "./products.rules.ts";

export const products = pgTable(
  "products",
  {
    id: uuid().primaryKey(),
    sku: text().notNull().unique("products_sku_unique"),
    nameEn: text().notNull(),
    nameAr: text().notNull(),
    descriptionEn: text().notNull(),
    descriptionAr: text().notNull(),
    category: text({ enum: categories }).notNull(),
    store: text().notNull().default(ownStore),
    priceCents: integer().notNull(),
    salePriceCents: integer(),
    /** The sale price, if set, takes precedence; lists sort and filter by it. */
    payCents: integer().generatedAlwaysAs((): SQL => sql`coalesce(${products.salePriceCents}, ${products.priceCents})`),
    /** Sum of the product's stock movements; written only by `stock.server.ts`. */
    stock: integer().notNull().default(0),
    /** Stock at or below which administrators are notified. */
    lowStockAt: integer().notNull().default(5),
    /** When they were notified; cleared when an administrator restocks above `lowStockAt`. */
    lowStockNotifiedAt: timestamptz(),
    isFeatured: boolean().notNull().default(false),
    isNew: boolean().notNull().default(false),
    isBestseller: boolean().notNull().default(false),
    /** Width, or the length of long products; null when unknown. */
    widthMm: integer(),
    options: jsonb().$type<ProductOption[]>().notNull().default([]),
    ratingSum: integer().notNull().default(0),
    ratingCount: integer().notNull().default(0),
    /** Mean in hundredths of a star, for sorting. */
    rating: integer().generatedAlwaysAs(
      (): SQL => sql`(${products.ratingSum} * 100) / greatest(${products.ratingCount}, 1)`,
    ),
    /** When the product was withdrawn from sale; past orders still refer to it. */
    archivedAt: timestamptz(),
    /** Incremented by each administrator's change, to detect outdated forms. Sales do not change it. */
    version: integer().notNull().default(1),
    nameSearch: text().generatedAlwaysAs(
      (): SQL => sql`ar_norm(${products.nameEn} || ' ' || ${products.nameAr} || ' ' || ${products.sku})`,
    ),
    search: text().generatedAlwaysAs(
      (): SQL =>
        sql`ar_norm(${products.nameEn} || ' ' || ${products.nameAr} || ' ' || ${products.sku} || ' ' || ${products.store} || ' ' || ${products.descriptionEn} || ' ' || ${products.descriptionAr})`,
    ),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    check("products_stock_not_negative", sql`${table.stock} >= 0`),
    check("products_width_positive", sql`${table.widthMm} > 0`),
    check("products_price_positive", sql`${table.priceCents} > 0`),
    check(
      "products_sale_below_price",
      sql`${table.salePriceCents} > 0 and ${table.salePriceCents} < ${table.priceCents}`,
    ),
    index("products_by_words").using("gin", table.search.op("gin_trgm_ops")),
    // Words with typing mistakes are compared with each name without it.
    index("products_by_name").using("gin", table.nameSearch.op("gin_trgm_ops")),
    index("products_featured").on(table.isFeatured, table.isBestseller, table.id),
    index("products_by_price").on(table.payCents, table.id),
    index("products_by_rating").on(table.rating, table.ratingCount, table.id),
  ],
);

export const productPictures = pgTable(
  "product_pictures",
  {
    id: uuid().primaryKey(),
    productId: belongsTo(() => products.id),
    /** From 0; the first is shown on cards. */
    position: smallint().notNull(),
    photoId: uuid().notNull(),
    altEn: text().notNull().default(""),
    altAr: text().notNull().default(""),
  },
  (table) => [index("product_pictures_in_order").on(table.productId, table.position)],
);

/** Every stock movement and its reason. Append-only. */
export const stockMovements = pgTable(
  "stock_movements",
  {
    id: uuid().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    change: integer().notNull(),
    reason: text({ enum: stockReasons }).notNull(),
    /** The order or return that caused it. */
    reference: uuid(),
    note: text(),
    byUserId: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    check("stock_movements_not_zero", sql`${table.change} <> 0`),
    unique("stock_movements_once").on(table.reference, table.reason, table.productId),
    index("stock_movements_of_product").on(table.productId, table.id),
  ],
);

/** Alerts for products that come back in stock, by account or by confirmed e-mail address. */
export const stockAlerts = pgTable(
  "stock_alerts",
  {
    id: uuid().primaryKey(),
    productId: belongsTo(() => products.id),
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    /** The guest's address in lower case; null for an account. */
    email: text(),
    /** Language of a guest's e-mails. */
    language: text({ enum: languages }).notNull(),
    /** Nothing is sent before confirmation. */
    confirmedAt: timestamptz(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    check("stock_alerts_one_recipient", sql`num_nonnulls(${table.userId}, ${table.email}) = 1`),
    unique("stock_alerts_once_per_user").on(table.userId, table.productId),
    unique("stock_alerts_once_per_email").on(table.email, table.productId),
    index("stock_alerts_of_product").on(table.productId, table.id),
    index("stock_alerts_unconfirmed").on(table.createdAt).where(sql`${table.confirmedAt} is null`),
  ],
);

export const productReviews = pgTable(
  "product_reviews",
  {
    id: uuid().primaryKey(),
    productId: belongsTo(() => products.id),
    /** Line of a delivered order; each is reviewed once. */
    orderLineId: uuid().notNull().unique("product_reviews_once"),
    authorId: uuid().references(() => users.id, { onDelete: "set null" }),
    stars: smallint().notNull(),
    text: text().notNull().default(""),
    createdAt: timestamptz().notNull().defaultNow(),
    /** When an administrator hid it: neither shown nor counted. */
    hiddenAt: timestamptz(),
  },
  (table) => [
    check("product_reviews_stars", sql`${table.stars} between 1 and 5`),
    index("product_reviews_of_product").on(table.productId, table.id),
  ],
);
