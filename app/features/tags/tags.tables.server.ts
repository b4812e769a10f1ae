import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz, uuid } from "#app/platform/db/column-types.server.ts";
import { type Chip, chipNames } from "./ndef.rules.ts";
import { codeKinds, replaceReasons, tagMarks, tagStatuses } from "./tags.rules.ts";

export const tagBatches = pgTable("tag_batches", {
  id: uuid().primaryKey(),
  name: text().notNull().unique("tag_batches_name_unique"),
  chip: text({ enum: chipNames as [Chip, ...Chip[]] })
    .notNull()
    .default("ntag213"),
  /** Version of the configured keys with which its chips sign; null if they do not. */
  keyVersion: integer(),
  hasClaimCodes: boolean().notNull().default(false),
  claimCodesAt: timestamptz(),
  createdAt: timestamptz().notNull(),
});

/** Codes that look real and belong to no tag, so that trying one shows that codes are being guessed. */
export const tagHoneytokens = pgTable("tag_honeytokens", {
  codeKey: text().primaryKey(),
  batch: text()
    .notNull()
    .references(() => tagBatches.name, { onDelete: "cascade", onUpdate: "cascade" }),
  /** When administrators were last notified of it. */
  notifiedAt: timestamptz(),
});

export const tags = pgTable(
  "tags",
  {
    id: uuid().primaryKey(),
    /** As printed: `7K3M-9QXR-2VHT`, or a custom code in upper case. */
    code: text().notNull(),
    /** Lookup key: the code with look-alike characters folded and hyphens removed. */
    codeKey: text().notNull().unique("tags_code_unique"),
    codeKind: text({ enum: codeKinds }).notNull(),
    status: text({ enum: tagStatuses }).notNull().default("active"),
    ownerId: uuid().references(() => users.id, { onDelete: "set null" }),
    petId: uuid().references(() => pets.id, { onDelete: "set null" }),
    /** From whose account an administrator removed it; that account cannot claim it again until allowed. */
    releasedFromId: uuid().references(() => users.id, { onDelete: "set null" }),
    /** The owner's label: "red collar". */
    label: text(),
    /** The label folded for searching. */
    labelSearch: text(),
    batch: text().references(() => tagBatches.name, { onDelete: "set null", onUpdate: "cascade" }),
    /** Hash of the claim code from inside the package; null once claimed. */
    claimHash: text(),
    /** When it was marked as a misprint that can never be used. */
    voidedAt: timestamptz(),
    /** The owner's mark; scans still reach the owner. */
    mark: text({ enum: tagMarks }),
    markedAt: timestamptz(),
    /** When and why the owner requested a replacement. */
    replaceAskedAt: timestamptz(),
    replaceReason: text({ enum: replaceReasons }),
    /** When its replacement was first scanned; until then it works normally. */
    replacedAt: timestamptz(),
    /** The tag that this one replaces. */
    replacesId: uuid()
      .unique("tags_one_successor")
      .references((): AnyPgColumn => tags.id, { onDelete: "set null" }),
    /** Code and batch, folded for administrators' search. */
    search: text().generatedAlwaysAs((): SQL => sql`ar_norm(${tags.code} || ' ' || coalesce(${tags.batch}, ''))`),
    /** UID of its chip: hex digits in upper case. */
    uid: text().unique("tags_uid_unique"),
    /** Counter of the last authentic tap; the same or an older one proves nothing new. */
    tapCounter: integer(),
    claimedAt: timestamptz(),
    linkedAt: timestamptz(),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index("tags_by_owner").on(table.ownerId, table.claimedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("tags_by_pet").on(table.petId),
    index("tags_by_released_from").on(table.releasedFromId).where(sql`${table.releasedFromId} is not null`),
    index("tags_by_words").using("gin", table.search.op("gin_trgm_ops")),
    index("tags_by_code_part").using("gin", table.codeKey.op("gin_trgm_ops")),
    // Includes owner and chip, so that a batch is counted from the index alone.
    index("tags_by_batch").on(table.batch, table.id.desc().nullsFirst(), table.ownerId, table.uid),
    index("tags_inactive").on(table.id).where(sql`${table.status} = 'inactive'`),
    index("tags_by_creation").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("tags_by_claim").on(table.claimedAt).where(sql`${table.claimedAt} is not null`),
    index("tags_waiting").on(table.createdAt.desc().nullsFirst()).where(sql`${table.claimHash} = '-'`),
    check(
      "tags_unowned_is_blank",
      sql`${table.ownerId} is not null or (${table.petId} is null and ${table.label} is null and ${table.labelSearch} is null)`,
    ),
    check(
      "tags_void_is_unowned",
      sql`${table.voidedAt} is null or (${table.status} = 'inactive' and ${table.ownerId} is null)`,
    ),
  ],
);

/** Matches tags by which a finder sees their pet: active, and neither marked as lost or stolen nor replaced. */
export const workingTag = and(eq(tags.status, "active"), isNull(tags.mark), isNull(tags.replacedAt));
