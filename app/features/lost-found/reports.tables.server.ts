import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { genders, petTypes } from "#app/features/pets/pets.rules.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import { planSteps } from "./own/search-plan.rules.ts";
import {
  ages,
  colours,
  flagOutcomes,
  flagReasons,
  reportKinds,
  reportStatuses,
  resolutions,
  sizes,
} from "./reports.rules.ts";

/** Reports of lost, found and sighted pets. What strangers may see of one is chosen in `public-report.server.ts`. */
export const lostFoundPosts = pgTable(
  "lost_found_posts",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: reportKinds }).notNull(),
    status: text({ enum: reportStatuses }).notNull(),
    /** Null: a guest, known by an e-mail address whose mailed link manages the report. */
    reporterId: uuid().references(() => users.id, { onDelete: "cascade" }),
    guestEmail: text(),
    /** The reporter's own pet, when it is one. */
    petId: uuid().references(() => pets.id, { onDelete: "set null" }),
    petName: text(),
    type: text({ enum: petTypes }).notNull(),
    /** Which animal it is when the type is `other`. */
    otherType: text(),
    breed: text(),
    colors: text({ enum: colours }).array().notNull(),
    size: text({ enum: sizes }),
    gender: text({ enum: genders }).notNull().default("unknown"),
    age: text({ enum: ages }),
    /** What anybody would notice. */
    marks: text(),
    /** Private: what only the true owner can tell. */
    hiddenMark: text(),
    /** Private. */
    microchip: text(),
    seenAt: timestamptz().notNull(),
    /** Private: where exactly, in degrees and in words. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    place: text(),
    /** Public: the part of the town. */
    area: text().notNull(),
    /** Public: the place, rounded to hundredths of a degree. */
    cellLat: smallint(),
    cellLon: smallint(),
    description: text(),
    additionalInfo: text(),
    reward: text(),
    /** The amount is shown to everybody, not only that there is one. */
    showReward: boolean().notNull().default(false),
    /** Private, shown to nobody but those the reporter chooses. */
    contactName: text(),
    contactPhone: text(),
    contactEmail: text(),
    photos: uuid().array().notNull(),
    /** Those of its photos that an administrator took off the pages, under other names than they had there. */
    hiddenPhotos: uuid().array().notNull().default([]),
    language: text({ enum: ["en", "ar"] }).notNull(),
    resolution: text({ enum: resolutions }),
    /** A word to everybody who helped. */
    thanks: text(),
    /** The same report sent again is recognised by it. */
    fingerprint: text().notNull(),
    /** What a search reads: everything public, kind, animal and colours in both languages. */
    words: text().notNull(),
    search: text()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`ar_norm(${lostFoundPosts.words})`),
    /** The reporter's name, phone and e-mail address, folded for the search of administrators. */
    contactSearch: text().generatedAlwaysAs(
      (): SQL =>
        sql`ar_norm(coalesce(${lostFoundPosts.contactName}, '') || ' ' || coalesce(${lostFoundPosts.contactPhone}, '') || ' ' || coalesce(${lostFoundPosts.contactEmail}, '') || ' ' || coalesce(${lostFoundPosts.guestEmail}, ''))`,
    ),
    /** What of the search plan is done. */
    planDone: text({ enum: planSteps }).array().notNull().default([]),
    /** Grows with each change, so that a form opened before it is noticed. */
    version: integer().notNull().default(1),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
    publishedAt: timestamptz(),
    expiresAt: timestamptz().notNull(),
    remindedAt: timestamptz(),
    resolvedAt: timestamptz(),
    /** An administrator took it off the pages. */
    hiddenAt: timestamptz(),
    hiddenReason: text(),
    /** Complaints that no administrator has looked at yet. */
    openFlags: integer().notNull().default(0),
    /** When this report was queued for matching; null when it does not wait. */
    matchAskedAt: timestamptz(),
    /** The report that this one was merged into: it holds everything, and this address redirects there. */
    mergedIntoId: uuid().references((): AnyPgColumn => lostFoundPosts.id, { onDelete: "cascade" }),
    mergedAt: timestamptz(),
    /** Who merged it; null: a guest, or an account that is gone. */
    mergedById: uuid().references(() => users.id, { onDelete: "set null" }),
  },
  (table) => {
    const isOpen = sql`${table.status} = 'open' and ${table.hiddenAt} is null`;
    return [
      index("posts_newest").on(table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst()).where(isOpen),
      index("posts_of_kind")
        .on(table.kind, table.type, table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
        .where(isOpen),
      index("posts_seen").on(table.seenAt.desc().nullsFirst(), table.id.desc().nullsFirst()).where(isOpen),
      index("posts_by_cell").on(table.cellLat, table.cellLon, table.id).where(isOpen),
      index("posts_to_match")
        .on(table.type, table.kind, table.cellLat, table.cellLon, table.seenAt, table.id)
        .where(isOpen),
      index("posts_to_match_by_day").on(table.type, table.kind, table.seenAt).where(isOpen),
      index("posts_without_cell")
        .on(table.type, table.kind, table.seenAt)
        .where(sql`${isOpen} and ${table.cellLat} is null`),
      index("posts_by_microchip").on(table.microchip).where(sql`${isOpen} and ${table.microchip} is not null`),
      index("posts_merged").on(table.mergedIntoId).where(sql`${table.mergedIntoId} is not null`),
      index("posts_by_guest").on(table.guestEmail).where(sql`${table.guestEmail} is not null`),
      index("posts_ending").on(table.expiresAt).where(sql`${table.status} = 'open'`),
      index("posts_resolved")
        .on(table.resolvedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
        .where(sql`${table.status} = 'resolved' and ${table.hiddenAt} is null`),
      index("posts_by_words").using("gin", table.search.op("gin_trgm_ops")),
      index("posts_by_reporter").on(table.reporterId, table.id.desc().nullsFirst()),
      index("posts_by_pet").on(table.petId),
      index("posts_by_fingerprint").on(table.fingerprint),
      index("posts_by_contact").using("gin", table.contactSearch.op("gin_trgm_ops")),
      index("posts_flagged").on(table.id).where(sql`${table.openFlags} > 0`),
      index("posts_hidden").on(table.id).where(sql`${table.hiddenAt} is not null`),
      index("posts_by_status").on(table.status, table.id),
      index("posts_by_creation").on(table.createdAt, table.id),
      index("posts_by_name").on(sql`coalesce(${table.petName}, ${table.area})`, table.id),
      index("posts_by_area").on(table.area, table.id),
    ];
  },
);

/** The contact details that a reporter has shared with one writer. */
export interface GrantedContact {
  name: string | null;
  phone: string | null;
  email: string | null;
  place: string | null;
}

/** What makes a conversation one about a report: who wrote first, what they may see. */
export const reportConversations = pgTable(
  "report_conversations",
  {
    conversationId: uuid()
      .primaryKey()
      .references(() => conversations.id, { onDelete: "cascade" }),
    reportId: uuid()
      .notNull()
      .references(() => lostFoundPosts.id, { onDelete: "cascade" }),
    /** Null: somebody without an account, reached at `writerEmail` if they gave one. */
    writerId: uuid().references(() => users.id, { onDelete: "set null" }),
    writerEmail: text(),
    /** What the writer says the hidden mark is. */
    claimedMark: text(),
    /** When the reporter shared their contact details with the writer; null when they did not. */
    grantedAt: timestamptz(),
    /** Those details as they were then: what the report says later, by a change or a merger, was never shared. */
    granted: jsonb().$type<GrantedContact>(),
  },
  (table) => [
    check("report_conversations_granted", sql`(${table.grantedAt} is null) = (${table.granted} is null)`),
    index("report_conversations_of_report").on(table.reportId, table.writerId),
    index("report_conversations_by_writer").on(table.writerId),
  ],
);

/** Complaints about a report, one of each person or network. */
export const reportFlags = pgTable(
  "report_flags",
  {
    id: uuid().primaryKey(),
    reportId: uuid()
      .notNull()
      .references(() => lostFoundPosts.id, { onDelete: "cascade" }),
    /** The account, or a code made of the network. */
    by: text().notNull(),
    reason: text({ enum: flagReasons }).notNull(),
    note: text(),
    /** The address of a complainer without an account who wants to hear the outcome; emptied once it was sent. */
    email: text(),
    language: text({ enum: ["en", "ar"] })
      .notNull()
      .default("en"),
    createdAt: timestamptz().notNull(),
    handledAt: timestamptz(),
    outcome: text({ enum: flagOutcomes }),
    /** When the complainer was notified of the outcome, which happens once. */
    toldAt: timestamptz(),
  },
  (table) => [
    unique("report_flag_of_one").on(table.reportId, table.by),
    index("report_flags_open").on(table.reportId, table.createdAt).where(sql`${table.handledAt} is null`),
    index("report_flags_by").on(table.by),
    index("report_flags_by_email").on(table.email).where(sql`${table.email} is not null`),
  ],
);
