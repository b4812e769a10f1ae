import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { sessions } from "#app/features/auth/auth.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import {
  channels,
  deliveryStates,
  type NotificationParams,
  notificationKinds,
  type Preferences,
} from "./notifications.rules.ts";
import type { QuietHours } from "./preferences/quiet-hours.rules.ts";

const owner = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** The inbox. What is written here is never lost; the channels below only carry it outward. */
export const notifications = pgTable(
  "notifications",
  {
    id: uuid().primaryKey(),
    userId: owner(),
    kind: text({ enum: notificationKinds }).notNull(),
    params: jsonb().$type<NotificationParams>().notNull(),
    /** A path of this site. */
    link: text().notNull(),
    /** Notifications about the same thing share it; a push about it replaces the one before. */
    topic: text().notNull(),
    /** Whose pet it is, told to somebody else: it goes with either account. */
    petOwnerId: uuid().references(() => users.id, { onDelete: "cascade" }),
    createdAt: timestamptz().notNull().defaultNow(),
    readAt: timestamptz(),
  },
  (table) => [
    index("notifications_by_pet_owner").on(table.petOwnerId).where(sql`${table.petOwnerId} is not null`),
    index("notifications_by_user").on(table.userId, table.createdAt.desc()),
    index("notifications_by_topic").on(table.topic),
    index("notifications_by_time").on(table.createdAt),
  ],
);

export const notificationDeliveries = pgTable(
  "notification_deliveries",
  {
    notificationId: uuid()
      .notNull()
      .references(() => notifications.id, { onDelete: "cascade" }),
    channel: text({ enum: channels }).notNull(),
    state: text({ enum: deliveryStates }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    /** Why it is off or has failed: a short code, never an address. */
    reason: text(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.notificationId, table.channel] })],
);

export const notificationPreferences = pgTable("notification_preferences", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  choices: jsonb().$type<Partial<Preferences>>().notNull().default({}),
  quietHours: jsonb().$type<QuietHours>(),
});

export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: uuid().primaryKey(),
    userId: owner(),
    /** Where it was turned on: however that session ends, pushes to its browser end with it. */
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    browser: text().notNull().default(""),
    createdAt: timestamptz().notNull().defaultNow(),
    lastUsedAt: timestamptz(),
  },
  (table) => [
    index("push_subscriptions_by_user").on(table.userId),
    index("push_subscriptions_by_session").on(table.sessionId),
  ],
);
