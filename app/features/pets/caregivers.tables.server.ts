import { sql } from "drizzle-orm";
import { boolean, date, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import { caregiverLevels } from "./caregivers/caregivers.rules.ts";
import { pets } from "./pets.tables.server.ts";

/**
 * Caregivers and caregiver invitations of pets; an invitation is identified by an e-mail address alone until it is
 * accepted.
 */
export const petCaregivers = pgTable(
  "pet_caregivers",
  {
    id: uuid().primaryKey(),
    petId: uuid()
      .notNull()
      .references(() => pets.id, { onDelete: "cascade" }),
    /** The owner who sent the invitation; it does not apply under another owner. */
    ownerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** In lower case. */
    email: text().notNull(),
    caregiverId: uuid().references(() => users.id, { onDelete: "cascade" }),
    level: text({ enum: caregiverLevels }).notNull(),
    untilDay: date({ mode: "string" }),
    invitedAt: timestamptz().notNull(),
    /** Whether the address may be e-mailed about it; false beyond what it gets a day. */
    isEmailed: boolean().notNull().default(true),
    acceptedAt: timestamptz(),
    endedAt: timestamptz(),
    /** When the caregiver last changed the pet's profile or record. */
    changedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex("pet_caregivers_one_open").on(table.petId, table.email).where(sql`${table.endedAt} is null`),
    index("pet_caregivers_by_pet").on(table.petId),
    index("pet_caregivers_by_carer").on(table.caregiverId, table.petId),
    index("pet_caregivers_by_owner").on(table.ownerId, table.changedAt),
    index("pet_caregivers_by_email").on(table.email),
  ],
);
