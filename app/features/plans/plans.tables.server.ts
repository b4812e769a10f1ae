import { type SQL, sql } from "drizzle-orm";
import { bit, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { belongsTo, jsonb, timestamptz, uuid } from "#app/platform/db/column-types.server.ts";
import { type Prices, paidPlans, plans } from "./plans.rules.ts";
import { type PayTo, paymentMethods, rejectReasons, requestStatuses } from "./upgrade-requests.rules.ts";

/** Plan settings that administrators change; a single row. */
export const planSettings = pgTable(
  "plan_settings",
  {
    id: integer().primaryKey().default(1),
    prices: jsonb().$type<Prices>().notNull(),
    payTo: jsonb().$type<PayTo>().notNull(),
    version: integer().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (table) => [check("plan_settings_one", sql`${table.id} = 1`)],
);

/** Requests for a larger plan, or for more time on the current one. Kept for the books once approved. */
export const subscriptionRequests = pgTable(
  "subscription_requests",
  {
    id: uuid().primaryKey(),
    /** Number on its receipt. */
    number: integer().notNull().generatedAlwaysAsIdentity().unique("subscription_requests_number_unique"),
    /** Null once the account was deleted, as are all columns that identify the person. */
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    fullName: text(),
    email: text(),
    currentPlan: text({ enum: plans }).notNull(),
    plan: text({ enum: paidPlans }).notNull(),
    months: integer().notNull(),
    /** The server's price when it was requested, in minor units. */
    priceCents: integer().notNull(),
    paymentMethod: text({ enum: paymentMethods }).notNull(),
    reference: text(),
    /** Normalized reference. */
    referenceKey: text(),
    notes: text(),
    proofId: uuid(),
    /** SHA-256 of the uploaded file, in hexadecimal. */
    proofSha256: text(),
    /** Perceptual hash of the image, to recognize copies of it. */
    proofImageHash: bit({ dimensions: 256 }),
    /** Finer perceptual hash: receipts of one bank have similar coarse hashes and differ only in their text. */
    proofDetailHash: bit({ dimensions: 6144 }),
    /** The coarse hash in eight parts: images that differ in few bits share at least one of them. */
    proofParts: text()
      .array()
      .generatedAlwaysAs((): SQL => {
        const hash = subscriptionRequests.proofImageHash;
        return sql`case when ${hash} is not null then array[
            '0:' || substring(${hash} from 1 for 32)::text,
            '1:' || substring(${hash} from 33 for 32)::text,
            '2:' || substring(${hash} from 65 for 32)::text,
            '3:' || substring(${hash} from 97 for 32)::text,
            '4:' || substring(${hash} from 129 for 32)::text,
            '5:' || substring(${hash} from 161 for 32)::text,
            '6:' || substring(${hash} from 193 for 32)::text,
            '7:' || substring(${hash} from 225 for 32)::text] end`;
      }),
    status: text({ enum: requestStatuses }).notNull().default("pending"),
    reason: text({ enum: rejectReasons }),
    reviewNote: text(),
    reviewerId: uuid().references(() => users.id, { onDelete: "set null" }),
    askedAt: timestamptz().notNull(),
    /** When it was decided or withdrawn. */
    closedAt: timestamptz(),
    /** Granted on approval. */
    startsAt: timestamptz(),
    endsAt: timestamptz(),
    search: text().generatedAlwaysAs(
      (): SQL =>
        sql`ar_norm('ALP-' || lpad(${subscriptionRequests.number}::text, 6, '0') || ' ' || coalesce(${subscriptionRequests.fullName}, '') || ' ' || coalesce(${subscriptionRequests.email}, '') || ' ' || coalesce(${subscriptionRequests.reference}, '') || ' ' || coalesce(${subscriptionRequests.referenceKey}, ''))`,
    ),
  },
  (table) => [
    uniqueIndex("subscription_requests_one_pending").on(table.userId).where(sql`${table.status} = 'pending'`),
    check("subscription_requests_price", sql`${table.priceCents} > 0 and ${table.months} > 0`),
    check("subscription_requests_closed", sql`(${table.status} = 'pending') = (${table.closedAt} is null)`),
    check(
      "subscription_requests_granted",
      sql`(${table.status} = 'approved') = (${table.startsAt} is not null) and (${table.startsAt} is null) = (${table.endsAt} is null)`,
    ),
    check("subscription_requests_reason", sql`(${table.status} = 'rejected') = (${table.reason} is not null)`),
    check(
      "subscription_requests_other",
      sql`${table.paymentMethod} <> 'other' or ${table.notes} is not null or ${table.userId} is null`,
    ),
    index("subscription_requests_of_user").on(table.userId, table.id.desc().nullsFirst()),
    index("subscription_requests_by_status").on(table.status, table.id),
    index("subscription_requests_by_reference").on(table.referenceKey),
    index("subscription_requests_by_proof").on(table.proofSha256),
    index("subscription_requests_by_proof_parts").using("gin", table.proofParts),
    index("subscription_requests_by_price").on(table.priceCents, table.id),
    index("subscription_requests_by_name").on(table.fullName, table.id),
    index("subscription_requests_by_words").using("gin", table.search.op("gin_trgm_ops")),
  ],
);

/**
 * Past, current and future plan periods. A user's periods never overlap: they are written under a lock on the account.
 */
export const planPeriods = pgTable(
  "plan_periods",
  {
    id: uuid().primaryKey(),
    userId: belongsTo(() => users.id),
    plan: text({ enum: paidPlans }).notNull(),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    /** Day of the month on which its months end, if the month has it. */
    monthDay: integer().notNull(),
    requestId: uuid().references(() => subscriptionRequests.id, { onDelete: "set null" }),
    /** How many days before its end the last reminder was sent. */
    remindedDays: integer(),
  },
  (table) => [
    check("plan_periods_order", sql`${table.startsAt} < ${table.endsAt}`),
    index("plan_periods_of_user").on(table.userId, table.endsAt),
    index("plan_periods_by_end").on(table.endsAt),
  ],
);
