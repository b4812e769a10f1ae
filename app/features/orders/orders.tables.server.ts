import { type SQL, sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import type { Attributes } from "#app/features/catalog/products.rules.ts";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { shippingMethods } from "#app/features/catalog/shipping.rules.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { belongsTo, jsonb, timestamptz, uuid } from "#app/platform/db/column-types.server.ts";
import {
  cancelReasons,
  courierStates,
  deliveryWindows,
  eventKinds,
  orderStatuses,
  paymentMethods,
  payments,
} from "./orders.rules.ts";
import { conditions, returnReasons, returnStatuses } from "./returns.rules.ts";

export const storeOrders = pgTable(
  "store_orders",
  {
    id: uuid().primaryKey(),
    number: text().notNull().unique("store_orders_number_unique"),
    /** Null once the account was deleted: the order is kept, not the person. */
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    /** Created with the checkout form; the same buyer and key is the same order. */
    idempotencyKey: uuid().notNull(),
    status: text({ enum: orderStatuses }).notNull().default("pending"),
    payment: text({ enum: payments }).notNull().default("unpaid"),
    paymentMethod: text({ enum: paymentMethods }).notNull().default("cashOnDelivery"),
    language: text({ enum: ["en", "ar"] }).notNull(),
    email: text(),
    fullName: text(),
    /** E.164. */
    phone: text(),
    /** ISO 3166-1 alpha-2. */
    country: text().notNull(),
    /** Governorate key in Egypt, free text elsewhere. */
    state: text(),
    city: text(),
    address: text(),
    landmark: text(),
    zipCode: text(),
    shipping: text({ enum: shippingMethods }).notNull(),
    /** A tag replaced by the buyer's plan: the only kind of free order. */
    isReplacement: boolean().notNull().default(false),
    subtotalCents: integer().notNull(),
    shippingCents: integer().notNull(),
    totalCents: integer().notNull(),
    /** Tax rate when placed (1400 is 14 %), and the tax included in the total. */
    taxBasisPoints: integer().notNull().default(0),
    taxCents: integer().notNull().default(0),
    collectedCents: integer().notNull().default(0),
    refundedCents: integer().notNull().default(0),
    trackingNumber: text(),
    /**
     * Keyed hash of the tracking number of a shipped order whose buyer's account was deleted, so that the courier's
     * reports still reach it; null once it has arrived.
     */
    trackingCode: text(),
    /** When the buyer, or an administrator on the phone with them, confirmed the order. */
    confirmedAt: timestamptz(),
    /** When someone is at home, as chosen on confirmation. */
    deliveryWindow: text({ enum: deliveryWindows }),
    cancelReason: text({ enum: cancelReasons }),
    arrivesFrom: date({ mode: "string" }).notNull(),
    arrivesTo: date({ mode: "string" }).notNull(),
    placedAt: timestamptz().notNull(),
    shippedAt: timestamptz(),
    deliveredAt: timestamptz(),
    collectedAt: timestamptz(),
    updatedAt: timestamptz().notNull(),
    search: text().generatedAlwaysAs(
      (): SQL =>
        sql`ar_norm(${storeOrders.number} || ' ' || coalesce(${storeOrders.fullName}, '') || ' ' || coalesce(${storeOrders.phone}, '') || ' ' || coalesce(${storeOrders.email}, '') || ' ' || coalesce(${storeOrders.trackingNumber}, '') || ' ' || coalesce(${storeOrders.city}, ''))`,
    ),
  },
  (table) => [
    unique("store_orders_once").on(table.userId, table.idempotencyKey),
    check("store_orders_tax", sql`${table.taxCents} between 0 and ${table.totalCents}`),
    check("store_orders_total", sql`${table.totalCents} = ${table.subtotalCents} + ${table.shippingCents}`),
    check(
      "store_orders_amounts",
      sql`case when ${table.isReplacement} then ${table.subtotalCents} = 0 and ${table.totalCents} = 0 else ${table.subtotalCents} > 0 end and ${table.shippingCents} >= 0`,
    ),
    check("store_orders_reason", sql`${table.cancelReason} is null or ${table.status} = 'cancelled'`),
    check("store_orders_cash", sql`${table.collectedCents} in (0, ${table.totalCents})`),
    check("store_orders_refund", sql`${table.refundedCents} between 0 and ${table.collectedCents}`),
    check(
      "store_orders_payment",
      sql`(${table.payment} in ('unpaid', 'writtenOff')) = (${table.collectedCents} = 0) and (${table.collectedAt} is null) = (${table.collectedCents} = 0)`,
    ),
    index("store_orders_of_user").on(table.userId, table.id.desc()),
    index("store_orders_by_status").on(table.status, table.id.desc()),
    index("store_orders_unpaid").on(table.id).where(sql`${table.status} = 'delivered' and ${table.payment} = 'unpaid'`),
    index("store_orders_unconfirmed")
      .on(table.placedAt)
      .where(sql`${table.status} = 'pending' and ${table.confirmedAt} is null`),
    index("store_orders_by_tracking").on(table.trackingNumber).where(sql`${table.trackingNumber} is not null`),
    // Couriers' events name parcels of years by it; no test has enough parcels for it to be chosen.
    index("store_orders_by_tracking_code").on(table.trackingCode).where(sql`${table.trackingCode} is not null`),
    index("store_orders_open_by_phone")
      .on(table.phone)
      .where(sql`${table.payment} = 'unpaid' and ${table.status} in ('pending', 'processing', 'shipped')`),
    index("store_orders_by_total").on(table.totalCents, table.id),
    index("store_orders_by_name").on(table.fullName, table.id),
    index("store_orders_by_city").on(table.city, table.id),
    index("store_orders_by_collection").on(table.collectedAt),
    index("store_orders_by_placing").on(table.placedAt),
    index("store_orders_by_words").using("gin", table.search.op("gin_trgm_ops")),
  ],
);

/** Lines with a snapshot of the product; later changes of the product do not affect them. */
export const storeOrderLines = pgTable(
  "store_order_lines",
  {
    id: uuid().primaryKey(),
    orderId: belongsTo(() => storeOrders.id),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    sku: text().notNull(),
    nameEn: text().notNull(),
    nameAr: text().notNull(),
    photoId: uuid(),
    attributes: jsonb().$type<Attributes>().notNull(),
    priceCents: integer().notNull(),
    quantity: integer().notNull(),
    /** Number of pieces returned; those fit for resale are in the stock ledger. */
    returned: integer().notNull().default(0),
    petId: uuid().references(() => pets.id, { onDelete: "set null" }),
    /** The buyer's tag that the packed one replaces. */
    replacesTagId: uuid().references(() => tags.id, { onDelete: "set null" }),
    /** A single free tag. */
    isReplacement: boolean().notNull().default(false),
    /** Codes of the packed tags, claimed for the buyer and linked to the pet. */
    tagCodes: text().array().notNull().default([]),
    search: text().generatedAlwaysAs(
      (): SQL =>
        sql`ar_norm(${storeOrderLines.nameEn} || ' ' || ${storeOrderLines.nameAr} || ' ' || ${storeOrderLines.sku})`,
    ),
  },
  (table) => [
    check(
      "store_order_lines_price",
      sql`case when ${table.isReplacement} then ${table.priceCents} = 0 and ${table.quantity} = 1 else ${table.priceCents} > 0 end`,
    ),
    check("store_order_lines_quantity", sql`${table.quantity} between 1 and 99`),
    check("store_order_lines_returned", sql`${table.returned} between 0 and ${table.quantity}`),
    index("store_order_lines_of_order").on(table.orderId),
    index("store_order_lines_of_product").on(table.productId),
    index("store_order_lines_of_replaced").on(table.replacesTagId).where(sql`${table.replacesTagId} is not null`),
    index("store_order_lines_by_words").using("gin", table.search.op("gin_trgm_ops")),
  ],
);

/** Events of an order and who caused them. Append-only. */
export const storeOrderEvents = pgTable(
  "store_order_events",
  {
    id: uuid().primaryKey(),
    orderId: belongsTo(() => storeOrders.id),
    kind: text({ enum: eventKinds }).notNull(),
    byUserId: uuid().references(() => users.id, { onDelete: "set null" }),
    note: text(),
    /** In minor units, when money was moved. */
    cents: integer(),
    at: timestamptz().notNull(),
  },
  (table) => [
    index("store_order_events_of_order").on(table.orderId, table.id),
    index("store_order_events_of_money").on(table.at).where(sql`${table.cents} is not null`),
  ],
);

/** Courier events by their own ids, so that a repeated one is processed once. */
export const courierEvents = pgTable(
  "courier_events",
  {
    id: text().primaryKey(),
    orderId: belongsTo(() => storeOrders.id),
    state: text({ enum: courierStates }).notNull(),
    /** When it happened, by the courier's clock. */
    at: timestamptz().notNull(),
    receivedAt: timestamptz().notNull(),
  },
  (table) => [index("courier_events_of_order").on(table.orderId)],
);

/** Courier events whose tracking number no order has yet. */
export const waitingCourierEvents = pgTable(
  "waiting_courier_events",
  {
    id: text().primaryKey(),
    trackingNumber: text().notNull(),
    state: text({ enum: courierStates }).notNull(),
    at: timestamptz().notNull(),
    receivedAt: timestamptz().notNull(),
  },
  (table) => [index("waiting_courier_events_by_tracking").on(table.trackingNumber)],
);

export const storeReturns = pgTable(
  "store_returns",
  {
    id: uuid().primaryKey(),
    orderId: belongsTo(() => storeOrders.id),
    lineId: belongsTo(() => storeOrderLines.id),
    quantity: integer().notNull(),
    reason: text({ enum: returnReasons }).notNull(),
    note: text(),
    photoId: uuid(),
    status: text({ enum: returnStatuses }).notNull().default("requested"),
    /** Set when the goods have been received. */
    condition: text({ enum: conditions }),
    /** The administrator's message to the buyer when declined. */
    answer: text(),
    refundCents: integer().notNull().default(0),
    requestedAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (table) => [
    check("store_returns_quantity", sql`${table.quantity} > 0`),
    check(
      "store_returns_condition",
      sql`(${table.condition} is null) = (${table.status} in ('requested', 'approved', 'declined'))`,
    ),
    index("store_returns_of_order").on(table.orderId),
    index("store_returns_by_status").on(table.status, table.id.desc()),
    uniqueIndex("store_returns_open_once").on(table.lineId).where(sql`${table.status} in ('requested', 'approved')`),
  ],
);
