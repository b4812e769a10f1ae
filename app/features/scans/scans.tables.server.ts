import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import { escalationEnds, type Wait } from "./escalation/escalation.rules.ts";
import type { ShareLength } from "./live-location/live-share.rules.ts";
import { evidenceClasses, locationSources, reasonCodes, scanChannels } from "./scans.rules.ts";
import type { EventCounts } from "./throttling/email-budget.rules.ts";

/** Lies in one part for each month of the ids (`scan-months.server.ts`), which no statement needs to know of. */
export const scanRecords = pgTable(
  "scan_records",
  {
    id: uuid().primaryKey(),
    tagId: uuid().references(() => tags.id, { onDelete: "set null" }),
    /** Whose tag and which pet it was at that moment; a later change of either leaves the record as it was. */
    ownerId: uuid().references(() => users.id, { onDelete: "cascade" }),
    petId: uuid().references(() => pets.id, { onDelete: "set null" }),
    at: timestamptz().notNull(),
    evidence: text({ enum: evidenceClasses }).notNull(),
    reasons: text({ enum: reasonCodes }).array().notNull(),
    /** A random value from the visitor's short-lived cookie; tells a second look from a second finder. */
    visit: uuid().notNull(),
    channel: text({ enum: scanChannels }).notNull(),
    language: text({ enum: ["en", "ar"] }).notNull(),
    browser: text(),
    os: text(),
    device: text(),
    /** Whole for 30 days, then cut to its network. */
    ip: inet(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** Metres, as the phone said; at least 800 once the place is rounded, after 90 days. */
    accuracy: integer(),
    /** A place in the finder's own words. */
    place: text(),
    locationSource: text({ enum: locationSources }),
    locatedAt: timestamptz(),
    /** The chip's counter, when its signature was its tag's own. */
    tapCounter: integer(),
    /** When something on the page was first used: proof of a person behind an unconfirmed visit. */
    usedAt: timestamptz(),
    conversationId: uuid().references(() => conversations.id, { onDelete: "set null" }),
  },
  (table) => [
    // With the grade, so that counting what people scanned needs no look at the rows.
    index("scan_records_by_owner").on(
      table.ownerId,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
      table.evidence,
    ),
    index("scan_records_by_pet").on(
      table.petId,
      table.ownerId,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("scan_records_by_tag").on(table.tagId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("scan_records_with_place").on(table.ownerId, table.at.desc().nullsFirst()).where(sql`latitude is not null`),
    index("scan_records_by_time").on(table.at, table.evidence, table.ownerId),
    index("scan_records_by_visit").on(table.visit, table.tagId),
    index("scan_records_by_conversation").on(table.conversationId),
  ],
);

/**
 * How many e-mails and pushes finders have set off about one pet (or tag without a pet) lately: openings of its page and
 * words apart, by network. Forgotten once it is quiet.
 */
export const emailBudgets = pgTable(
  "email_budgets",
  {
    /** The pet's id, or the tag's while it has no pet. */
    subjectId: uuid().notNull(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    petId: uuid().references(() => pets.id, { onDelete: "cascade" }),
    /** The tag of the last event. */
    tagId: uuid().references(() => tags.id, { onDelete: "set null" }),
    beganAt: timestamptz().notNull(),
    openings: jsonb().$type<EventCounts>().notNull(),
    words: jsonb().$type<EventCounts>().notNull(),
    /** How many events set off no e-mail and were not told of yet. */
    held: integer().notNull().default(0),
    /** When the owner was told of this flood. */
    notifiedAt: timestamptz(),
  },
  (table) => [
    primaryKey({ columns: [table.subjectId, table.ownerId] }),
    index("email_budgets_by_owner").on(table.ownerId),
    index("email_budgets_by_pet").on(table.petId),
    index("email_budgets_by_tag").on(table.tagId),
    index("email_budgets_by_time").on(table.beganAt),
  ],
);

/** What finders sent while the database was away, or when its answer did not come, by an id of its own: each counts once. */
export const lateSubmissions = pgTable(
  "late_submissions",
  {
    id: uuid().primaryKey(),
    at: timestamptz().notNull(),
    /** The conversation it went into, if it did. */
    conversationId: uuid().references(() => conversations.id, { onDelete: "set null" }),
  },
  (table) => [index("late_submissions_by_time").on(table.at)],
);

/**
 * Tags whose page changed within the last week, by the transaction that did it, so that the copies of pages catch up after a
 * start. Triggers of the tables that a page shows fill it.
 */
export const tagPageChanges = pgTable(
  "tag_page_changes",
  {
    xact: bigint({ mode: "number" }).notNull(),
    codeKey: text().notNull(),
    at: timestamptz().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.xact, table.codeKey] }), index("tag_page_changes_by_time").on(table.at)],
);

/** What a finder was told is kept, and what nobody could be given afterwards: administrators see it for 30 days. */
export const undeliveredMessages = pgTable(
  "undelivered_messages",
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    sentAt: timestamptz().notNull(),
    keptAt: timestamptz().notNull(),
    /** The tag's code, where it is known. */
    code: text(),
    /** Why: the key of the refusal's words, or `fault`. */
    reason: text().notNull(),
    /** What the finder wrote, line by line. */
    words: text().notNull(),
  },
  (table) => [index("undelivered_messages_by_time").on(table.keptAt)],
);

/** A finder who lets the family see where they are for a while; one for each scan, erased a day after its end. */
export const liveLocationShares = pgTable(
  "live_location_shares",
  {
    scanId: uuid()
      .primaryKey()
      .references(() => scanRecords.id, { onDelete: "cascade" }),
    petId: uuid().references(() => pets.id, { onDelete: "cascade" }),
    minutes: smallint().$type<ShareLength>().notNull(),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    /** When the finder had shared enough before that. */
    stoppedAt: timestamptz(),
  },
  (table) => [
    index("live_location_shares_by_end").on(sql`least(${table.endsAt}, ${table.stoppedAt})`),
    index("live_location_shares_by_pet").on(table.petId),
  ],
);

/** Where such a finder was. */
export const liveLocationPoints = pgTable(
  "live_location_points",
  {
    scanId: uuid()
      .notNull()
      .references(() => liveLocationShares.scanId, { onDelete: "cascade" }),
    /** The moment by the phone's own clock, in milliseconds: what is sent twice has the same. */
    mark: bigint({ mode: "number" }).notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    /** Metres, as the phone said; at least 800 once the place is rounded, after 90 days. */
    accuracy: integer().notNull(),
    takenAt: timestamptz().notNull(),
    receivedAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.scanId, table.mark] })],
);

/** An owner's test of a tag, one for each owner: the last one started. */
export const tagTests = pgTable(
  "tag_tests",
  {
    ownerId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    tagId: uuid()
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
    startedAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    /** The owner's own scan that answered it. */
    scanId: uuid().references(() => scanRecords.id, { onDelete: "set null" }),
  },
  (table) => [index("tag_tests_by_tag").on(table.tagId), index("tag_tests_by_scan").on(table.scanId)],
);

/** How a pet goes from a finder back to its owner: one for each conversation. The code that ends it is kept nowhere. */
export const handovers = pgTable(
  "handovers",
  {
    conversationId: uuid()
      .primaryKey()
      .references(() => conversations.id, { onDelete: "cascade" }),
    ownerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    petId: uuid().references(() => pets.id, { onDelete: "set null" }),
    /** When the code was made; it holds from then on, and is made of it. */
    startedAt: timestamptz().notNull(),
    /** When the pet was reported lost, or its scan where nobody had reported it. */
    lostSince: timestamptz().notNull(),
    reunitedAt: timestamptz(),
  },
  (table) => [
    index("handovers_of_owner").on(table.ownerId),
    index("handovers_reunited").on(table.reunitedAt).where(sql`reunited_at is not null`),
  ],
);

/** Whether an owner's emergency contacts are told when they do not answer, and after how many minutes each. */
export const escalationChoices = pgTable("escalation_settings", {
  ownerId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  isOn: boolean().notNull(),
  minutes: smallint().$type<Wait>().notNull(),
});

/** The emergency contacts of a pet whose finder waits, told one after the other; one for each conversation. */
export const escalations = pgTable(
  "escalations",
  {
    conversationId: uuid()
      .primaryKey()
      .references(() => conversations.id, { onDelete: "cascade" }),
    ownerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    petId: uuid().references(() => pets.id, { onDelete: "set null" }),
    /** Between one contact and the next, as the owner chose then. */
    minutes: smallint().$type<Wait>().notNull(),
    startedAt: timestamptz().notNull(),
    /** When the next contact is told; null when there is nobody left, or nobody is needed. */
    nextAt: timestamptz(),
    /** The place of the contact who was told last. */
    lastPosition: smallint().notNull().default(-1),
    stoppedAt: timestamptz(),
    endedBy: text({ enum: escalationEnds }),
  },
  (table) => [
    index("escalations_due").on(table.nextAt).where(sql`stopped_at is null and next_at is not null`),
    index("escalations_of_owner").on(table.ownerId),
    // One at a time for each pet: its contacts are not asked by several finders at once.
    uniqueIndex("escalations_one_of_pet").on(table.petId).where(sql`stopped_at is null and next_at is not null`),
  ],
);

/** A contact who was told, as they were called then. */
export const escalationSteps = pgTable(
  "escalation_steps",
  {
    id: uuid().primaryKey(),
    conversationId: uuid()
      .notNull()
      .references(() => escalations.conversationId, { onDelete: "cascade" }),
    position: smallint().notNull(),
    name: text().notNull(),
    email: text(),
    /** What became of the e-mail; null where none was sent. */
    emailState: text({ enum: ["waiting", "sent", "failed"] }),
    /** E.164. */
    phone: text(),
    notifiedAt: timestamptz().notNull(),
    /** When they said "I'm on it". */
    tookAt: timestamptz(),
  },
  (table) => [unique("escalation_steps_each_once").on(table.conversationId, table.position)],
);
