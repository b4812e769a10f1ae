import { sql } from "drizzle-orm";
import {
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { belongsTo, timestamptz, uuid } from "#app/platform/db/column-types.server.ts";
import { reminderKinds, reminderStates, repeats } from "./reminders.rules.ts";

/** Reminders of owners. Days and times are in the owner's current time zone. */
export const reminders = pgTable(
  "reminders",
  {
    id: uuid().primaryKey(),
    ownerId: belongsTo(() => users.id),
    petId: belongsTo(() => pets.id),
    kind: text({ enum: reminderKinds }).notNull(),
    /** Empty: the kind is shown instead. */
    title: text().notNull().default(""),
    note: text(),
    firstDay: date({ mode: "string" }).notNull(),
    /** Null: whole day. */
    at: time({ precision: 0 }),
    repeat: text({ enum: repeats }).notNull().default("none"),
    every: smallint().notNull().default(1),
    until: date({ mode: "string" }),
    times: smallint(),
    ahead: smallint().array().notNull(),
    state: text({ enum: reminderStates }).notNull().default("open"),
    /** Number of the open occurrence, counted from 0, and its day. */
    number: integer().notNull().default(0),
    dueDay: date({ mode: "string" }).notNull(),
    /** Time of the next notification in the owner's local time; null when there is none. */
    notifyAt: timestamp({ mode: "string", precision: 0 }),
    /** No notifications until this time, then one. */
    snoozedUntil: timestamptz(),
    /** Key of the form that created it, so that submitting twice creates one. */
    idempotencyKey: uuid(),
    /** Incremented by each change, to detect outdated forms. */
    version: integer().notNull().default(1),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index("reminders_by_owner").on(table.ownerId, table.state, table.dueDay, table.id),
    unique("reminders_once").on(table.ownerId, table.idempotencyKey),
    index("reminders_by_pet").on(table.petId),
    index("reminders_to_notify").on(table.notifyAt).where(sql`state = 'open' and snoozed_until is null`),
    index("reminders_snoozed").on(table.snoozedUntil).where(sql`state = 'open' and snoozed_until is not null`),
  ],
);

/** Completed occurrences. */
export const reminderCompletions = pgTable(
  "reminder_completions",
  {
    reminderId: belongsTo(() => reminders.id),
    ownerId: belongsTo(() => users.id),
    day: date({ mode: "string" }).notNull(),
    doneAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.reminderId, table.day] }),
    index("reminder_completions_by_owner").on(table.ownerId, table.doneAt.desc()),
  ],
);

/**
 * The secret URL of an owner's calendar contains this id, signed; without the row, or with another id, the URL is
 * invalid.
 */
export const calendarLinks = pgTable("calendar_links", {
  ownerId: belongsTo(() => users.id).primaryKey(),
  linkId: uuid().notNull().unique("calendar_links_link_id_unique"),
  createdAt: timestamptz().notNull(),
});
