import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  inet,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { belongsTo, jsonb, timestamptz, uuid } from "#app/platform/db/column-types.server.ts";
import { finderLanguages } from "#app/platform/i18n/finder-languages.ts";
import type { EventCounts } from "./email-budget.rules.ts";
import { escalationEnds, type WaitMinutes } from "./escalation.rules.ts";
import type { ShareLength } from "./live-share.rules.ts";
import { evidenceClasses, locationSources, reasonCodes, scanMedia } from "./scans.rules.ts";

/** Partitioned by the month of the id (`scan-months.server.ts`), transparently for queries. */
export const scanRecords = pgTable(
  "scan_records",
  {
    id: uuid().primaryKey(),
    tagId: uuid().references(() => tags.id, { onDelete: "set null" }),
    /** Owner and pet at the time of the scan; later changes of the tag do not update the record. */
    ownerId: uuid().references(() => users.id, { onDelete: "cascade" }),
    petId: uuid().references(() => pets.id, { onDelete: "set null" }),
    at: timestamptz().notNull(),
    evidence: text({ enum: evidenceClasses }).notNull(),
    reasons: text({ enum: reasonCodes }).array().notNull(),
    /** Random id from the visitor's short-lived cookie, which distinguishes a repeated visit from a second finder. */
    visit: uuid().notNull(),
    medium: text({ enum: scanMedia }).notNull(),
    language: text({ enum: finderLanguages }).notNull(),
    browser: text(),
    os: text(),
    device: text(),
    /** Complete for 30 days, then truncated to its network. */
    ip: inet(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** In metres, as reported by the device; at least 800 once the coordinates are rounded, after 90 days. */
    accuracy: integer(),
    /** The finder's description of the location. */
    place: text(),
    locationSource: text({ enum: locationSources }),
    locatedAt: timestamptz(),
    /** Counter of the chip, if its signature was valid for this tag. */
    tapCounter: integer(),
    /** When something on the page was first used, which proves a person behind an unconfirmed visit. */
    usedAt: timestamptz(),
    conversationId: uuid().references(() => conversations.id, { onDelete: "set null" }),
  },
  (table) => [
    // Includes the evidence, so that counting scans by people is an index-only scan.
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
 * Recent notifications that finders caused for a pet (or a tag without a pet), counted by network and separately for
 * scans and messages. Deleted once it is quiet.
 */
export const emailBudgets = pgTable(
  "email_budgets",
  {
    /** Id of the pet, or of the tag if it has no pet. */
    subjectId: uuid().notNull(),
    ownerId: belongsTo(() => users.id),
    petId: uuid().references(() => pets.id, { onDelete: "cascade" }),
    /** Tag of the last event. */
    tagId: uuid().references(() => tags.id, { onDelete: "set null" }),
    beganAt: timestamptz().notNull(),
    scans: jsonb().$type<EventCounts>().notNull(),
    messages: jsonb().$type<EventCounts>().notNull(),
    /** Number of events without an e-mail that are not in a summary yet. */
    held: integer().notNull().default(0),
    /** When the owner was sent the summary of this flood. */
    notifiedAt: timestamptz(),
  },
  (table) => [
    primaryKey({ columns: [table.subjectId, table.ownerId] }),
    index("email_budgets_by_owner").on(table.ownerId),
    index("email_budgets_by_pet").on(table.petId),
    index("email_budgets_by_tag").on(table.tagId),
    // Ended budgets are looked for every few minutes, among those of all pets and tags.
    index("email_budgets_by_time").on(table.beganAt),
  ],
);

/** Idempotency keys of finders' submissions that were queued, or whose response was lost. */
export const submissionKeys = pgTable("submission_keys", {
  id: uuid().primaryKey(),
  at: timestamptz().notNull(),
  /** Conversation that the submission was added to, if any. */
  conversationId: uuid().references(() => conversations.id, { onDelete: "set null" }),
});

/** Queued submissions that could not be delivered later; shown to administrators for 30 days. */
export const undeliveredMessages = pgTable(
  "undelivered_messages",
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    sentAt: timestamptz().notNull(),
    storedAt: timestamptz().notNull(),
    /** Code of the tag, if known. */
    code: text(),
    /** Translation key of the error, or `fault`. */
    reason: text().notNull(),
    /** What the finder entered, one field per line. */
    text: text().notNull(),
  },
  (table) => [index("undelivered_messages_by_time").on(table.storedAt)],
);

/** A finder's live location share; at most one per scan, deleted 24 hours after its end. */
export const liveLocationShares = pgTable(
  "live_location_shares",
  {
    scanId: belongsTo(() => scanRecords.id).primaryKey(),
    petId: uuid().references(() => pets.id, { onDelete: "cascade" }),
    minutes: smallint().$type<ShareLength>().notNull(),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    /** When the finder stopped it early. */
    stoppedAt: timestamptz(),
  },
  (table) => [
    index("live_location_shares_by_end").on(sql`least(${table.endsAt}, ${table.stoppedAt})`),
    index("live_location_shares_by_pet").on(table.petId),
  ],
);

/** Positions of a live location share. */
export const liveLocationPoints = pgTable(
  "live_location_points",
  {
    scanId: belongsTo(() => liveLocationShares.scanId),
    /** Time by the phone's own clock, in milliseconds; identifies positions that are sent twice. */
    deviceTime: bigint({ mode: "number" }).notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    /** In metres, as reported by the phone. */
    accuracy: integer().notNull(),
    takenAt: timestamptz().notNull(),
    receivedAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.scanId, table.deviceTime] })],
);

/** Last test of a tag by each owner. */
export const tagTests = pgTable(
  "tag_tests",
  {
    ownerId: belongsTo(() => users.id).primaryKey(),
    tagId: belongsTo(() => tags.id),
    startedAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    /** The owner's own scan that completed the test. */
    scanId: uuid().references(() => scanRecords.id, { onDelete: "set null" }),
  },
  (table) => [index("tag_tests_by_tag").on(table.tagId), index("tag_tests_by_scan").on(table.scanId)],
);

/** Handover of a pet from a finder to its owner; at most one per conversation. The code is not stored. */
export const handovers = pgTable(
  "handovers",
  {
    conversationId: belongsTo(() => conversations.id).primaryKey(),
    ownerId: belongsTo(() => users.id),
    petId: uuid().references(() => pets.id, { onDelete: "set null" }),
    /** When the code was created. Its validity starts then, and it is derived from this time. */
    startedAt: timestamptz().notNull(),
    /** When the pet was reported lost; the time of the scan if it was not. */
    lostSince: timestamptz().notNull(),
    reunitedAt: timestamptz(),
  },
  (table) => [
    index("handovers_of_owner").on(table.ownerId),
    index("handovers_reunited").on(table.reunitedAt).where(sql`reunited_at is not null`),
  ],
);

/** Whether an owner's emergency contacts are notified when they do not answer, and after how many minutes each. */
export const escalationChoices = pgTable("escalation_choices", {
  ownerId: belongsTo(() => users.id).primaryKey(),
  isOn: boolean().notNull(),
  minutes: smallint().$type<WaitMinutes>().notNull(),
});

/** Escalation to a pet's emergency contacts, one after another, while a finder waits; at most one per conversation. */
export const escalations = pgTable(
  "escalations",
  {
    conversationId: belongsTo(() => conversations.id).primaryKey(),
    ownerId: belongsTo(() => users.id),
    petId: uuid().references(() => pets.id, { onDelete: "set null" }),
    /** Minutes between contacts, as chosen by the owner when it started. */
    minutes: smallint().$type<WaitMinutes>().notNull(),
    startedAt: timestamptz().notNull(),
    /** When the next contact is notified; null when no contact is left or needed. */
    nextAt: timestamptz(),
    /** Position of the contact who was notified last. */
    lastPosition: smallint().notNull().default(-1),
    stoppedAt: timestamptz(),
    endedBy: text({ enum: escalationEnds }),
  },
  (table) => [
    index("escalations_due").on(table.nextAt).where(sql`stopped_at is null and next_at is not null`),
    index("escalations_of_owner").on(table.ownerId),
    index("escalations_running_of_pet").on(table.petId).where(sql`stopped_at is null and next_at is not null`),
  ],
);

/** A notified contact, with the contact details at that time. */
export const escalationSteps = pgTable(
  "escalation_steps",
  {
    id: uuid().primaryKey(),
    conversationId: belongsTo(() => escalations.conversationId),
    position: smallint().notNull(),
    name: text().notNull(),
    email: text(),
    /** Delivery state of the e-mail; null if none was sent. */
    emailState: text({ enum: ["waiting", "sent", "failed"] }),
    /** In E.164 format. */
    phone: text(),
    /** When the contact was notified or left out. */
    notifiedAt: timestamptz().notNull(),
    /** Whether the contact was left out, having had as many requests for help as one person gets a day. */
    isLeftOut: boolean().notNull().default(false),
    /** When the contact said "I'm on it". */
    acceptedAt: timestamptz(),
  },
  (table) => [unique("escalation_steps_each_once").on(table.conversationId, table.position)],
);
