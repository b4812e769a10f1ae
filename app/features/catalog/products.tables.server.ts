import { type SQL, sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
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
    /** The sale price, when set, takes precedence; lists are sorted and filtered by what is paid. */
    payCents: integer().generatedAlwaysAs((): SQL => sql`coalesce(${products.salePriceCents}, ${products.priceCents})`),
    /** The sum of the product's stock movements; only `stock.server.ts` writes it. */
    stock: integer().notNull().default(0),
    /** Administrators are told when the stock falls to this. */
    lowStockAt: integer().notNull().default(5),
    /** When they were; null again once more pieces were put into stock than that. */
    lowStockNotifiedAt: timestamptz(),
    isFeatured: boolean().notNull().default(false),
    isNew: boolean().notNull().default(false),
    isBestseller: boolean().notNull().default(false),
    /** Across, or along what is long; null: not told. */
    widthMm: integer(),
    options: jsonb().$type<ProductOption[]>().notNull().default([]),
    ratingSum: integer().notNull().default(0),
    ratingCount: integer().notNull().default(0),
    /** The mean in hundredths of a star, to sort by. */
    rating: integer().generatedAlwaysAs(
      (): SQL => sql`(${products.ratingSum} * 100) / greatest(${products.ratingCount}, 1)`,
    ),
    /** Not sold any more; orders of the past still name it. */
    archivedAt: timestamptz(),
    /** Grows with each change by an administrator, so that a form opened before it is noticed. Sales leave it. */
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
    index("products_by_name").using("gin", table.nameSearch.op("gin_trgm_ops")),
    index("products_featured").on(table.isFeatured, table.isBestseller, table.id),
    index("products_by_name_en").on(table.nameEn, table.id),
    index("products_by_name_ar").on(table.nameAr, table.id),
    index("products_by_price").on(table.payCents, table.id),
    index("products_by_rating").on(table.rating, table.ratingCount, table.id),
  ],
);

export const productPictures = pgTable(
  "product_pictures",
  {
    id: uuid().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** From 0; the first stands on cards. */
    position: smallint().notNull(),
    photoId: uuid().notNull(),
    altEn: text().notNull().default(""),
    altAr: text().notNull().default(""),
  },
  (table) => [index("product_pictures_in_order").on(table.productId, table.position)],
);

/** Every piece that came or went, and why. Nothing here is ever changed or deleted. */
export const stockMovements = pgTable(
  "stock_movements",
  {
    id: uuid().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    change: integer().notNull(),
    reason: text({ enum: stockReasons }).notNull(),
    /** The order or the return that moved it. */
    reference: uuid(),
    note: text(),
    byUserId: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    check("stock_movements_move", sql`${table.change} <> 0`),
    unique("stock_movements_once").on(table.reference, table.reason, table.productId),
    index("stock_movements_of_product").on(table.productId, table.id),
  ],
);

/** Who wants to be told when a product is back in stock, by account or by an address that has been confirmed. */
export const stockAlerts = pgTable(
  "stock_alerts",
  {
    id: uuid().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    /** The guest's address in lower case; null for an account. */
    email: text(),
    /** The language of a guest's e-mails. */
    language: text({ enum: languages }).notNull(),
    /** Nothing is sent before. */
    confirmedAt: timestamptz(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    check("stock_alerts_one_reader", sql`num_nonnulls(${table.userId}, ${table.email}) = 1`),
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
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** The line of a delivered order; each is rated once. */
    orderLineId: uuid().notNull().unique("product_reviews_once"),
    authorId: uuid().references(() => users.id, { onDelete: "set null" }),
    stars: smallint().notNull(),
    text: text().notNull().default(""),
    createdAt: timestamptz().notNull().defaultNow(),
    /** Hidden by an administrator: neither shown nor counted. */
    hiddenAt: timestamptz(),
  },
  (table) => [
    check("product_reviews_stars", sql`${table.stars} between 1 and 5`),
    index("product_reviews_of_product").on(table.productId, table.id),
  ],
);
