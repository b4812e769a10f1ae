import { isNull, type SQL, sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { belongsTo, bytea, timestamptz, uuid } from "#app/platform/db/column-types.server.ts";
import { caregiverLevels } from "./caregivers.rules.ts";
import { finderItems, genders, healthKinds, petHabits, petNeeds, petTypes } from "./pets.rules.ts";
import { shareParts } from "./share-links.rules.ts";

export const pets = pgTable(
  "pets",
  {
    id: uuid().primaryKey(),
    ownerId: belongsTo(() => users.id),
    name: text().notNull(),
    type: text({ enum: petTypes }).notNull(),
    /** The kind of animal when the type is `other`. */
    otherType: text(),
    breed: text(),
    gender: text({ enum: genders }).notNull().default("unknown"),
    /** Null: unknown. */
    neutered: boolean(),
    /** Null: unknown, or another kind of animal. */
    habit: text({ enum: petHabits }),
    /** `YYYY-MM-DD`; `YYYY-MM` or `YYYY` when the day or month is not known. */
    birthdate: text(),
    weightKg: numeric({ precision: 6, scale: 3, mode: "number" }),
    color: text(),
    microchip: text(),
    /** Where the microchip sits in the body, as a clinic writes it, and the day on which it was implanted. */
    microchipPlace: text(),
    microchipDay: date(),
    /** Some animals have two: one of another country, or one that is no longer read well. */
    secondMicrochip: text(),
    secondMicrochipPlace: text(),
    secondMicrochipDay: date(),
    /** What a finder should know. */
    notes: text(),
    behaviours: text(),
    diet: text(),
    /** Shown to finders in their own language. */
    needs: text({ enum: petNeeds }).array().notNull().default(sql`'{}'::text[]`),
    /** What cannot wait, such as a medicine to give twice a day, in the owner's own words. */
    urgentNeeds: text(),
    photoId: uuid(),
    /** Focus point of the photo that every crop keeps, in percent from the left and top edge. */
    photoFocusX: smallint().notNull().default(50),
    photoFocusY: smallint().notNull().default(50),
    /** Items that finders see; all others are hidden. */
    shown: text({ enum: finderItems }).array().notNull(),
    /** E.164. Shown to finders only while `showPhone` is on. */
    finderPhone: text(),
    showPhone: boolean().notNull().default(false),
    /** Key generated with the form, so that submitting it twice creates one pet. */
    idempotencyKey: uuid(),
    /** Incremented by each change, to detect forms opened before it. */
    version: integer().notNull().default(1),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
    /** When the owner moved the pet to the trash: it is hidden everywhere and erased after 30 days. */
    removedAt: timestamptz(),
    /** Normalised text for searching; includes the pet type in both languages. */
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
    index("pets_by_second_microchip").on(table.secondMicrochip).where(sql`${table.secondMicrochip} is not null`),
    index("pets_by_words").using("gin", table.searchText.op("gin_trgm_ops")),
    check("pets_birthdate_form", sql`${table.birthdate} ~ '^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$'`),
    index("pets_removed").on(table.removedAt).where(sql`${table.removedAt} is not null`),
  ],
);

/** Condition for pets that are not in the trash; required in every query that shows pets. */
export const livePet = isNull(pets.removedAt);

/** Columns that lists and cards of people who may see a pet show of it. Public pages list theirs by themselves. */
export const briefPetColumns = {
  id: pets.id,
  name: pets.name,
  type: pets.type,
  otherType: pets.otherType,
  breed: pets.breed,
  photoId: pets.photoId,
  photoFocusX: pets.photoFocusX,
  photoFocusY: pets.photoFocusY,
};

export const petMedical = pgTable("pet_medical", {
  petId: belongsTo(() => pets.id).primaryKey(),
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
  petId: belongsTo(() => pets.id).primaryKey(),
  name: text(),
  phone: text(),
  clinicAddress: text(),
  specialization: text(),
});

/** Hashes of pets' photos, by which copies of them are recognised; of an earlier photo until the next one is hashed. */
export const petPhotos = pgTable("pet_photos", {
  petId: belongsTo(() => pets.id).primaryKey(),
  photoId: uuid().notNull(),
  hashes: bytea().notNull(),
  createdAt: timestamptz().notNull(),
});

/** Emergency contacts, in the order in which they are notified when the owner cannot be reached. */
export const petContacts = pgTable(
  "pet_contacts",
  {
    id: uuid().primaryKey(),
    petId: belongsTo(() => pets.id),
    position: smallint().notNull(),
    name: text().notNull(),
    phone: text().notNull(),
    email: text(),
    relation: text(),
  },
  (table) => [uniqueIndex("pet_contacts_in_order").on(table.petId, table.position)],
);

/** Pets that are currently lost. */
export const petLost = pgTable("pet_lost", {
  petId: belongsTo(() => pets.id).primaryKey(),
  since: timestamptz().notNull(),
  /** Null: none. Empty: a reward of an amount to be agreed in the conversation. */
  reward: text(),
  note: text(),
});

/**
 * Caregivers and caregiver invitations of pets; an invitation is identified by an e-mail address alone until it is
 * accepted.
 */
export const petCaregivers = pgTable(
  "pet_caregivers",
  {
    id: uuid().primaryKey(),
    petId: belongsTo(() => pets.id),
    /** The owner who sent the invitation; it does not apply under another owner. */
    ownerId: belongsTo(() => users.id),
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
    index("pet_caregivers_by_caregiver").on(table.caregiverId, table.petId),
    index("pet_caregivers_by_owner").on(table.ownerId, table.changedAt),
    index("pet_caregivers_by_email").on(table.email),
  ],
);

/** Health timeline of pets: one row per entry. */
export const petHealthEvents = pgTable(
  "pet_health_events",
  {
    id: uuid().primaryKey(),
    petId: belongsTo(() => pets.id),
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

/**
 * Links with which an owner shares a pet's record. The link itself is signed and not stored, so a copy of this table
 * opens nothing.
 */
export const petShares = pgTable(
  "pet_shares",
  {
    id: uuid().primaryKey(),
    petId: belongsTo(() => pets.id),
    parts: text({ enum: shareParts }).array().notNull(),
    /** Key generated with the form, so that submitting it twice creates one link. */
    idempotencyKey: uuid(),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    revokedAt: timestamptz(),
  },
  (table) => [
    index("pet_shares_by_pet").on(table.petId, table.id.desc()),
    unique("pet_shares_once").on(table.petId, table.idempotencyKey),
  ],
);

/** Visits to a link, as far as the owner may know them. */
export const petShareVisits = pgTable(
  "pet_share_visits",
  {
    id: uuid().primaryKey(),
    shareId: belongsTo(() => petShares.id),
    at: timestamptz().notNull(),
    browser: text(),
    os: text(),
    /** IP address without its last part. */
    network: text().notNull(),
  },
  (table) => [index("pet_share_visits_by_share").on(table.shareId, table.at.desc())],
);

/** When each owner was last asked to confirm their phone number, address and contacts, and when they last did. */
export const reachabilityChecks = pgTable("reachability_checks", {
  userId: belongsTo(() => users.id).primaryKey(),
  askedAt: timestamptz(),
  confirmedAt: timestamptz(),
});
