import { isNull, type SQL, sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import { finderItems, genders, petNeeds, petTypes } from "./pets.rules.ts";

export const pets = pgTable(
  "pets",
  {
    id: uuid().primaryKey(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    type: text({ enum: petTypes }).notNull(),
    /** Which animal it is when the type is `other`. */
    otherType: text(),
    breed: text(),
    gender: text({ enum: genders }).notNull().default("unknown"),
    /** Null: the owner does not know. */
    neutered: boolean(),
    birthdate: date({ mode: "string" }),
    weightKg: numeric({ precision: 6, scale: 3, mode: "number" }),
    color: text(),
    microchip: text(),
    /** What whoever finds the pet should know. */
    notes: text(),
    behaviours: text(),
    diet: text(),
    /** What a finder reads in their own language. */
    needs: text({ enum: petNeeds }).array().notNull().default(sql`'{}'::text[]`),
    /** What cannot wait, such as a medicine twice a day, in the owner's own words. */
    urgentNeeds: text(),
    photoId: uuid(),
    /** The point of the photo, in percent from its left and top edge, that every crop keeps. */
    photoFocusX: smallint().notNull().default(50),
    photoFocusY: smallint().notNull().default(50),
    /** The items that a finder may see; all others stay with the owner. */
    shown: text({ enum: finderItems }).array().notNull(),
    /** E.164. Shown to finders only while `showPhone` is on. */
    finderPhone: text(),
    showPhone: boolean().notNull().default(false),
    /** Made with the form that this was sent by, so that sending it twice makes one. */
    idempotencyKey: uuid(),
    /** Grows with each change, so that a form opened before it is noticed. */
    version: integer().notNull().default(1),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
    /** Put aside by its owner: nobody sees it, and after 30 days it is erased. */
    removedAt: timestamptz(),
    /** What a search looks in, in one spelling; its kind in both languages. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`ar_norm(${pets.name} || ' ' || coalesce(${pets.breed}, '') || ' ' || coalesce(${pets.color}, '') || ' ' || coalesce(${pets.otherType}, '') || ' ' || case ${pets.type} when 'dog' then 'dog كلب' when 'cat' then 'cat قطة' when 'bird' then 'bird طائر' else '' end)`,
      ),
  },
  (table) => [
    index("pets_by_name").on(table.name, table.id),
    index("pets_by_creation").on(table.createdAt, table.id),
    index("pets_by_owner").on(table.ownerId, table.createdAt, table.id),
    unique("pets_once").on(table.ownerId, table.idempotencyKey),
    index("pets_by_microchip").on(table.microchip).where(sql`${table.microchip} is not null`),
    index("pets_by_words").using("gin", table.searchText.op("gin_trgm_ops")),
    index("pets_removed").on(table.removedAt).where(sql`${table.removedAt} is not null`),
  ],
);

/** The condition of a pet that is not in the trash; every query that shows pets needs it. */
export const livePet = isNull(pets.removedAt);

export const petMedical = pgTable("pet_medical", {
  petId: uuid()
    .primaryKey()
    .references(() => pets.id, { onDelete: "cascade" }),
  bloodType: text(),
  conditions: text(),
  allergies: text(),
  medications: text(),
  vaccinations: text(),
  lastCheckup: date({ mode: "string" }),
  nextCheckup: date({ mode: "string" }),
  medicalNotes: text(),
});

export const petVets = pgTable("pet_vets", {
  petId: uuid()
    .primaryKey()
    .references(() => pets.id, { onDelete: "cascade" }),
  name: text(),
  phone: text(),
  clinicAddress: text(),
  specialization: text(),
});

/** Whom to tell when the owner cannot be reached, in the order in which they are asked. */
export const petContacts = pgTable(
  "pet_contacts",
  {
    id: uuid().primaryKey(),
    petId: uuid()
      .notNull()
      .references(() => pets.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    name: text().notNull(),
    phone: text().notNull(),
    email: text(),
    relation: text(),
  },
  (table) => [uniqueIndex("pet_contacts_in_order").on(table.petId, table.position)],
);

/** A pet that is lost now: whoever scans its tag is told so. */
export const petLost = pgTable("pet_lost", {
  petId: uuid()
    .primaryKey()
    .references(() => pets.id, { onDelete: "cascade" }),
  since: timestamptz().notNull(),
  /** Null: none. Empty: there is one, and how much is told in the conversation. */
  reward: text(),
  note: text(),
});
