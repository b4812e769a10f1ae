import { bigint, boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { users } from "#app/features/users/users.tables.server.ts";
import { belongsTo, timestamptz, uuid } from "#app/platform/db/column-types.server.ts";

export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey(),
    token: text().notNull().unique(),
    userId: belongsTo(() => users.id),
    expiresAt: timestamptz().notNull(),
    /** The phone number whose code opened the session; the session ends when the account loses the number. */
    phone: text(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [index("sessions_by_user").on(table.userId)],
);

/** Sign-in methods. The only provider is `credential`, whose password is a scrypt hash. */
export const signInMethods = pgTable(
  "sign_in_methods",
  {
    id: uuid().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: belongsTo(() => users.id),
    password: text(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: timestamptz(),
    refreshTokenExpiresAt: timestamptz(),
    scope: text(),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [index("sign_in_methods_by_user").on(table.userId)],
);

/** Mailed tokens: to verify an address, to set a new password. */
export const verifications = pgTable(
  "verifications",
  {
    id: uuid().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: timestamptz().notNull(),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [index("verifications_by_identifier").on(table.identifier)],
);

/**
 * Requested and confirmed changes of a sign-in address. A confirmed one is kept for a week, during which the holder of
 * the old mailbox can undo it.
 */
export const emailChanges = pgTable(
  "email_changes",
  {
    id: uuid().primaryKey(),
    userId: belongsTo(() => users.id),
    /** Null if the account had no address. */
    oldEmail: text(),
    newEmail: text().notNull(),
    createdAt: timestamptz().notNull().defaultNow(),
    confirmedAt: timestamptz(),
  },
  (table) => [index("email_changes_by_user").on(table.userId)],
);

/**
 * Authenticator key and recovery codes of a user. In use once `users.twoFactorSince` is set; before that, the setup is
 * in progress.
 */
export const twoFactor = pgTable("two_factor", {
  userId: belongsTo(() => users.id).primaryKey(),
  /** Encrypted with the installation's secret. */
  encryptedKey: text().notNull(),
  /** Time step of the last accepted code; neither its code nor an older one is accepted again. */
  lastStep: integer().notNull().default(0),
  /** Hashes of the unused recovery codes. */
  recoveryHashes: text().array().notNull().default([]),
  createdAt: timestamptz().notNull(),
});

/**
 * What a pending sign-in still requires: an authenticator code, another proof besides a phone number, or the name of a
 * new account.
 */
const signInStages = ["secondFactor", "secondProof", "newAccount"] as const;
export type SignInStage = (typeof signInStages)[number];

/**
 * Sign-ins with a correct password or a proven phone number that are not complete yet. The browser holds the token,
 * this table only its hash.
 */
export const pendingSignIns = pgTable(
  "pending_sign_ins",
  {
    tokenHash: text().primaryKey(),
    /** Null for a phone number that opens a new account. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    stage: text({ enum: signInStages }).notNull().default("secondFactor"),
    /** The phone number that a code has just proven. */
    phone: text(),
    /** Hash of the code mailed to the account's address. */
    emailCodeHash: text(),
    tries: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index("pending_sign_ins_by_user").on(table.userId)],
);

/** Passkeys: public keys of credentials held by a phone, a computer or a password manager. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: uuid().primaryKey(),
    userId: belongsTo(() => users.id),
    /** Credential id from the authenticator, base64url. */
    credentialId: text().notNull().unique(),
    /** COSE, base64url. */
    publicKey: text().notNull(),
    /** Signature counter of the authenticator; many always report 0. */
    counter: bigint({ mode: "number" }).notNull().default(0),
    transports: text().array().notNull().default([]),
    /** Name given by the user. */
    name: text().notNull(),
    /** Whether a password manager syncs it to several devices. */
    isSynced: boolean().notNull(),
    createdAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  (table) => [index("passkeys_by_user").on(table.userId)],
);
