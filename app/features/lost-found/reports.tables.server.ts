import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { genders, petHabits, petTypes } from "#app/features/pets/pets.rules.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { belongsTo, bytea, jsonb, timestamptz, uuid } from "#app/platform/db/column-types.server.ts";
import type { Reason } from "./matching-reason.rules.ts";
import {
  ages,
  colours,
  complaintOutcomes,
  complaintReasons,
  reportKinds,
  reportStatuses,
  resolutions,
  sizes,
} from "./reports.rules.ts";
import { planSteps } from "./search-plan.rules.ts";

/** Reports of lost, found and sighted pets. `public-report.server.ts` defines which columns are public. */
export const lostFoundPosts = pgTable(
  "lost_found_posts",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: reportKinds }).notNull(),
    status: text({ enum: reportStatuses }).notNull(),
    /** Null for guests, who manage the report through a link e-mailed to `guestEmail`. */
    reporterId: uuid().references(() => users.id, { onDelete: "cascade" }),
    guestEmail: text(),
    /** The reporter's own pet, if any. */
    petId: uuid().references(() => pets.id, { onDelete: "set null" }),
    petName: text(),
    type: text({ enum: petTypes }).notNull(),
    /** Species, for type `other`. */
    otherType: text(),
    breed: text(),
    colors: text({ enum: colours }).array().notNull(),
    size: text({ enum: sizes }),
    gender: text({ enum: genders }).notNull().default("unknown"),
    age: text({ enum: ages }),
    /** Whether a cat goes out, and how a dog is with strangers, as its owner or finder sees it. */
    habit: text({ enum: petHabits }),
    /** Marks that anyone can see. */
    marks: text(),
    /** Private: a mark that only the real owner knows. */
    hiddenMark: text(),
    /** Private. */
    microchip: text(),
    seenAt: timestamptz().notNull(),
    /** Private: exact location, in degrees and in words. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    place: text(),
    /** Public: part of the town. */
    area: text().notNull(),
    /** Public: location rounded to hundredths of a degree. */
    cellLat: smallint(),
    cellLon: smallint(),
    description: text(),
    additionalInfo: text(),
    reward: text(),
    /** Whether the amount is public; otherwise only that there is a reward. */
    showReward: boolean().notNull().default(false),
    /** Private, unless the reporter shares them in a conversation. */
    contactName: text(),
    contactPhone: text(),
    contactEmail: text(),
    photos: uuid().array().notNull(),
    /** Photos hidden by an administrator, stored under new ids. */
    hiddenPhotos: uuid().array().notNull().default([]),
    language: text({ enum: ["en", "ar"] }).notNull(),
    resolution: text({ enum: resolutions }),
    /** Thank-you note to everyone who helped. */
    thanks: text(),
    /** Hash that identifies repeated submissions of the same report. */
    fingerprint: text().notNull(),
    /** Searchable text: all public texts, and kind, species and colours in both languages. */
    words: text().notNull(),
    search: text()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`ar_norm(${lostFoundPosts.words})`),
    /** Normalized contact name, phone and e-mail addresses, for the administrators' search. */
    contactSearch: text().generatedAlwaysAs(
      (): SQL =>
        sql`ar_norm(coalesce(${lostFoundPosts.contactName}, '') || ' ' || coalesce(${lostFoundPosts.contactPhone}, '') || ' ' || coalesce(${lostFoundPosts.contactEmail}, '') || ' ' || coalesce(${lostFoundPosts.guestEmail}, ''))`,
    ),
    /** Completed steps of the search plan. */
    planDone: text({ enum: planSteps }).array().notNull().default([]),
    /** Incremented with each change, for optimistic locking. */
    version: integer().notNull().default(1),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
    publishedAt: timestamptz(),
    expiresAt: timestamptz().notNull(),
    remindedAt: timestamptz(),
    resolvedAt: timestamptz(),
    /** When an administrator hid the report. */
    hiddenAt: timestamptz(),
    hiddenReason: text(),
    /** Number of complaints not handled yet. */
    openComplaints: integer().notNull().default(0),
    /** When this report was queued for matching; null if it is not queued. */
    matchAskedAt: timestamptz(),
    /** Report that this one was merged into, to which its URL redirects. */
    mergedIntoId: uuid().references((): AnyPgColumn => lostFoundPosts.id, { onDelete: "cascade" }),
    mergedAt: timestamptz(),
    /** User who merged it; null for a guest or a deleted account. */
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
      // The panel's list among all reports ever posted: search by contact, hidden ones, sorted by name.
      index("posts_by_contact").using("gin", table.contactSearch.op("gin_trgm_ops")),
      index("posts_with_complaints").on(table.id).where(sql`${table.openComplaints} > 0`),
      index("posts_hidden").on(table.id).where(sql`${table.hiddenAt} is not null`),
      index("posts_by_status").on(table.status, table.id),
      index("posts_by_creation").on(table.createdAt, table.id),
      index("posts_by_name").on(sql`coalesce(${table.petName}, ${table.area})`, table.id),
      index("posts_by_area").on(table.area, table.id),
    ];
  },
);

/** Contact details that a reporter shared with one writer. */
export interface GrantedContact {
  name: string | null;
  phone: string | null;
  email: string | null;
  place: string | null;
}

/** Additional data of a conversation about a report: who started it, and what they may see. */
export const reportConversations = pgTable(
  "report_conversations",
  {
    conversationId: belongsTo(() => conversations.id).primaryKey(),
    reportId: belongsTo(() => lostFoundPosts.id),
    /** Null for a person without an account, reached at `writerEmail` if given. */
    writerId: uuid().references(() => users.id, { onDelete: "set null" }),
    writerEmail: text(),
    /** When the writer deleted their account; nobody reads replies after that. */
    writerLeftAt: timestamptz(),
    /** The writer's description of the hidden mark. */
    claimedMark: text(),
    /** When the reporter shared their contact details with the writer; null if not. */
    grantedAt: timestamptz(),
    /** The details at that time. Later changes of the report, also by a merge, are not shared. */
    granted: jsonb().$type<GrantedContact>(),
  },
  (table) => [
    check("report_conversations_granted", sql`(${table.grantedAt} is null) = (${table.granted} is null)`),
    index("report_conversations_of_report").on(table.reportId, table.writerId),
    index("report_conversations_by_writer").on(table.writerId),
  ],
);

/** Complaints about a report, at most one per account or network. */
export const reportComplaints = pgTable(
  "report_complaints",
  {
    id: uuid().primaryKey(),
    reportId: belongsTo(() => lostFoundPosts.id),
    /** Id of the account, or a hash of the network. */
    by: text().notNull(),
    reason: text({ enum: complaintReasons }).notNull(),
    note: text(),
    /** E-mail address for the outcome, if given by a person without an account; cleared once it was sent. */
    email: text(),
    language: text({ enum: ["en", "ar"] })
      .notNull()
      .default("en"),
    createdAt: timestamptz().notNull(),
    handledAt: timestamptz(),
    outcome: text({ enum: complaintOutcomes }),
    /** When the outcome was sent. */
    notifiedAt: timestamptz(),
  },
  (table) => [
    unique("report_complaints_once").on(table.reportId, table.by),
    index("report_complaints_open").on(table.reportId, table.createdAt).where(sql`${table.handledAt} is null`),
    index("report_complaints_by").on(table.by),
    // Erasing an account finds its complaints among all.
    index("report_complaints_by_email").on(table.email).where(sql`${table.email} is not null`),
  ],
);

const report = () => belongsTo(() => lostFoundPosts.id);

/**
 * Two reports that may be about the same animal. Rows are kept when the score drops, since they store the users'
 * decisions.
 */
export const reportMatches = pgTable(
  "report_matches",
  {
    lostId: report(),
    /** Report of a found or sighted pet. */
    foundId: report(),
    score: smallint().notNull(),
    isCertain: boolean().notNull(),
    reasons: jsonb().$type<Reason[]>().notNull(),
    scoredAt: timestamptz().notNull(),
    /** When the reporter of each side said that these are different animals. */
    dismissedByLostAt: timestamptz(),
    dismissedByFoundAt: timestamptz(),
    notifiedAt: timestamptz(),
    /** Whether both sides were already notified that the microchips match. */
    notifiedCertain: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.lostId, table.foundId] }),
    index("report_matches_of_found").on(table.foundId),
  ],
);

/** Hashes of a report's photos, by which their copies are recognised. */
export const reportPhotos = pgTable(
  "report_photos",
  {
    photoId: uuid().primaryKey(),
    reportId: report(),
    hashes: bytea().notNull(),
    /** Report of somebody else with the same photo, for administrators. */
    copyOfReportId: uuid().references(() => lostFoundPosts.id, { onDelete: "set null" }),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    index("report_photos_of_report").on(table.reportId),
    index("report_photos_copies").on(table.copyOfReportId).where(sql`${table.copyOfReportId} is not null`),
  ],
);

export type StoredMatch = typeof reportMatches.$inferSelect;

/**
 * A series of printed posters of a report, identified by the code in their QR code, so that its owner sees which ones
 * are scanned. Of a deleted report only the code stays (a trigger blanks the rest), to say that it was deleted.
 */
export const reportPosters = pgTable(
  "report_posters",
  {
    id: uuid().primaryKey(),
    reportId: uuid().references(() => lostFoundPosts.id, { onDelete: "set null" }),
    /** Last part of the short URL. */
    code: text().notNull().unique(),
    /** The owner's note about where they hang. */
    place: text(),
    /** Idempotency key of the form, so that submitting it twice creates one series. */
    idempotencyKey: uuid(),
    scans: integer().notNull().default(0),
    lastScanAt: timestamptz(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    index("report_posters_of_report").on(table.reportId, table.id.desc().nullsFirst()),
    unique("report_posters_once").on(table.reportId, table.idempotencyKey),
  ],
);

/**
 * Visitors of a poster today, as a hash that only distinguishes repeated visits from new ones; deleted after 24 hours.
 */
export const posterVisits = pgTable(
  "poster_visits",
  {
    posterId: belongsTo(() => reportPosters.id),
    visitor: text().notNull(),
    at: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.posterId, table.visitor] }), index("poster_visits_at").on(table.at)],
);

/** Active and lifted bans from reporting. */
export const reportBans = pgTable(
  "report_bans",
  {
    id: uuid().primaryKey(),
    /** Null for guests and after the account was deleted. */
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    /**
     * E-mail address, or the phone number of an account without one. Cleared when the account is deleted; the code
     * remains and only allows recognizing the same address.
     */
    email: text(),
    emailCode: text().notNull(),
    reason: text().notNull(),
    createdAt: timestamptz().notNull(),
    liftedAt: timestamptz(),
    /** Search text for administrators: address and reason. */
    search: text().generatedAlwaysAs(
      (): SQL => sql`ar_norm(coalesce(${reportBans.email}, '') || ' ' || ${reportBans.reason})`,
    ),
  },
  (table) => {
    const isInForce = sql`${table.liftedAt} is null`;
    return [
      uniqueIndex("report_ban_of_address").on(table.emailCode).where(isInForce),
      index("report_bans_newest").on(table.id.desc().nullsFirst()).where(isInForce),
    ];
  },
);
