import { type SQL, sql } from "drizzle-orm";
import { boolean, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { timestamptz, uuid } from "#app/platform/db/column-types.server.ts";
import { governorates } from "#app/platform/map/governorates.ts";

/** Vet clinics that the operator recommends to finders. */
export const clinics = pgTable(
  "clinics",
  {
    id: uuid().primaryKey(),
    nameEn: text().notNull(),
    nameAr: text().notNull(),
    governorate: text({ enum: governorates }).notNull(),
    /** District or address, in one line. */
    area: text().notNull(),
    /** E.164, or an Egyptian hotline of five digits. */
    phone: text().notNull(),
    /** E.164. */
    whatsapp: text(),
    isAlwaysOpen: boolean().notNull().default(false),
    /** Opening hours in the operator's words; null if always open or unknown. */
    hours: text(),
    isHidden: boolean().notNull().default(false),
    /** Incremented by each change, to detect outdated forms. */
    version: integer().notNull().default(1),
    search: text().generatedAlwaysAs(
      (): SQL =>
        sql`ar_norm(${clinics.nameEn} || ' ' || ${clinics.nameAr} || ' ' || ${clinics.area} || ' ' || ${clinics.phone})`,
    ),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [uniqueIndex("clinics_once").on(table.governorate, table.phone, table.area)],
);
