import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { sessions } from "#app/features/auth/auth.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { belongsTo, jsonb, timestamptz, uuid } from "#app/platform/db/column-types.server.ts";
import {
  channels,
  deliveryStates,
  type NotificationParams,
  notificationKinds,
  type Preferences,
} from "./notifications.rules.ts";
import type { QuietHours } from "./quiet-hours.rules.ts";

const owner = () => belongsTo(() => users.id);

/** The inbox. Its rows are the source of truth; channels only deliver copies. */
export const notifications = pgTable(
  "notifications",
  {
    id: uuid().primaryKey(),
    userId: owner(),
    kind: text({ enum: notificationKinds }).notNull(),
    params: jsonb().$type<NotificationParams>().notNull(),
    /** Path on this site. */
    link: text().notNull(),
    /** Shared by notifications about the same thing; a push replaces the previous one of the same topic. */
    topic: text().notNull(),
    /** Owner of the pet when it is someone else's; the row is deleted with either account. */
    petOwnerId: uuid().references(() => users.id, { onDelete: "cascade" }),
    /** That pet; the row is deleted when the user's care for it has ended. */
    petId: uuid(),
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
    notificationId: belongsTo(() => notifications.id),
    channel: text({ enum: channels }).notNull(),
    state: text({ enum: deliveryStates }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    /** Why it is off or failed: a short code, never an address. */
    reason: text(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.notificationId, table.channel] })],
);

export const notificationPreferences = pgTable("notification_preferences", {
  userId: belongsTo(() => users.id).primaryKey(),
  choices: jsonb().$type<Partial<Preferences>>().notNull().default({}),
  quietHours: jsonb().$type<QuietHours>(),
});

export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: uuid().primaryKey(),
    userId: owner(),
    /** Session in which it was turned on; push to this browser ends with it. */
    sessionId: belongsTo(() => sessions.id),
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
