import { date, index, numeric, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import { healthKinds } from "./health/health.rules.ts";
import { pets } from "./pets.tables.server.ts";

/** Health timeline of pets: one row per entry. */
export const petHealthEvents = pgTable(
  "pet_health_events",
  {
    id: uuid().primaryKey(),
    petId: uuid()
      .notNull()
      .references(() => pets.id, { onDelete: "cascade" }),
    /** Calendar day on which it happened. */
    day: date({ mode: "string" }).notNull(),
    kind: text({ enum: healthKinds }).notNull(),
    title: text(),
    note: text(),
    /** Kilograms; only for entries of the kind `weight`. */
    weightKg: numeric({ precision: 6, scale: 3, mode: "number" }),
    photoId: uuid(),
    /** Key generated with the form, so that submitting it twice creates one entry. */
    idempotencyKey: uuid(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    index("pet_health_in_order").on(table.petId, table.day.desc(), table.id.desc()),
    unique("pet_health_once").on(table.petId, table.idempotencyKey),
  ],
);
