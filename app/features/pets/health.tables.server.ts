import { date, index, numeric, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import { healthKinds } from "./health/health.rules.ts";
import { pets } from "./pets.tables.server.ts";

/** What happened to a pet's health, day by day. */
export const petHealthEvents = pgTable(
  "pet_health_events",
  {
    id: uuid().primaryKey(),
    petId: uuid()
      .notNull()
      .references(() => pets.id, { onDelete: "cascade" }),
    /** The calendar day on which it happened. */
    day: date({ mode: "string" }).notNull(),
    kind: text({ enum: healthKinds }).notNull(),
    title: text(),
    note: text(),
    /** Only of the kind `weight`, in kilograms. */
    weightKg: numeric({ precision: 6, scale: 3, mode: "number" }),
    photoId: uuid(),
    /** Made with the form that this was sent by, so that sending it twice makes one. */
    idempotencyKey: uuid(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    index("pet_health_in_order").on(table.petId, table.day.desc(), table.id.desc()),
    unique("pet_health_once").on(table.petId, table.idempotencyKey),
  ],
);
