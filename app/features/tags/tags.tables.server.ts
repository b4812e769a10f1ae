import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { timestamptz } from "#app/platform/db/timestamptz.server.ts";
import { type Chip, chipNames } from "./nfc/ndef.rules.ts";
import { codeKinds, replaceReasons, tagMarks, tagStatuses } from "./tags.rules.ts";

export const tagBatches = pgTable("tag_batches", {
  id: uuid().primaryKey(),
  name: text().notNull().unique("tag_batches_name_unique"),
  chip: text({ enum: chipNames as [Chip, ...Chip[]] })
    .notNull()
    .default("ntag213"),
  /** Which of the keys in the settings its chips sign with; null where they do not. */
  keyVersion: integer(),
  hasClaimCodes: boolean().notNull().default(false),
  claimCodesAt: timestamptz(),
  createdAt: timestamptz().notNull(),
});

/** Codes that look real and belong to no tag: whoever tries one did not read it anywhere. */
export const tagCanaries = pgTable("tag_canaries", {
  codeKey: text().primaryKey(),
  batch: text()
    .notNull()
    .references(() => tagBatches.name, { onDelete: "cascade", onUpdate: "cascade" }),
  /** When administrators last heard of it. */
  notifiedAt: timestamptz(),
});

export const tags = pgTable(
  "tags",
  {
    id: uuid().primaryKey(),
    /** As printed: `7K3M-9QXR-2VHT`, or what an administrator typed, in upper case. */
    code: text().notNull(),
    /** The code with look-alike signs folded and hyphens taken out; what people type is looked up by this. */
    codeKey: text().notNull().unique("tags_code_unique"),
    codeKind: text({ enum: codeKinds }).notNull(),
    status: text({ enum: tagStatuses }).notNull().default("active"),
    ownerId: uuid().references(() => users.id, { onDelete: "set null" }),
    petId: uuid().references(() => pets.id, { onDelete: "set null" }),
    /** The owner's own word for it: "red collar". */
    label: text(),
    /** The label as a search compares it. */
    labelForm: text(),
    batch: text().references(() => tagBatches.name, { onDelete: "set null", onUpdate: "cascade" }),
    /** What a claimer must know from inside the package; nothing once it is claimed. */
    claimHash: text(),
    /** Since when it is a misprint that nobody can ever use. */
    voidedAt: timestamptz(),
    /** What its owner says became of it; whoever scans it then still reaches them. */
    mark: text({ enum: tagMarks }),
    markedAt: timestamptz(),
    /** Since when, and why, its owner wants another in its place. */
    replaceAskedAt: timestamptz(),
    replaceReason: text({ enum: replaceReasons }),
    /** When the tag in its place was first scanned. Until then this one works as ever. */
    replacedAt: timestamptz(),
    /** The tag in whose place this one came. */
    replacesId: uuid()
      .unique("tags_one_successor")
      .references((): AnyPgColumn => tags.id, { onDelete: "set null" }),
    /** What administrators search: the code and the batch, in one spelling. */
    search: text().generatedAlwaysAs((): SQL => sql`ar_norm(${tags.code} || ' ' || coalesce(${tags.batch}, ''))`),
    /** The UID of its chip: hex digits in upper case. */
    uid: text().unique("tags_uid_unique"),
    /** The counter of the last authentic tap; an older one, or the same again, proves nothing new. */
    tapCounter: integer(),
    claimedAt: timestamptz(),
    linkedAt: timestamptz(),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index("tags_by_owner").on(table.ownerId, table.claimedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("tags_by_pet").on(table.petId),
    index("tags_by_words").using("gin", table.search.op("gin_trgm_ops")),
    index("tags_by_code_signs").using("gin", table.codeKey.op("gin_trgm_ops")),
    // With whose it is and its chip, so that a batch is counted without its rows.
    index("tags_by_batch").on(table.batch, table.id.desc().nullsFirst(), table.ownerId, table.uid),
    index("tags_inactive").on(table.id).where(sql`${table.status} = 'inactive'`),
    index("tags_by_creation").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("tags_by_claim").on(table.claimedAt).where(sql`${table.claimedAt} is not null`),
    index("tags_waiting").on(table.createdAt.desc().nullsFirst()).where(sql`${table.claimHash} = '-'`),
    check(
      "tags_void_is_nobodys",
      sql`${table.voidedAt} is null or (${table.status} = 'inactive' and ${table.ownerId} is null)`,
    ),
  ],
);
