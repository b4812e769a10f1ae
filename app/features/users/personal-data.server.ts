import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "./users.rules.ts";

export interface Person {
  id: string;
  email: string | null;
}

/** Condition for rows that name a person by e-mail address; matches nothing for a person without one. */
export const hasAddress = (column: PgColumn, { email }: Pick<Person, "email">): SQL =>
  email ? eq(column, email.toLowerCase()) : sql`false`;

export interface PersonalPhoto {
  id: string;
  /** What it shows; used in the file name. */
  of: string;
}

export interface PersonalFile {
  /** Its keys in the file storage; the last one is the one to export. */
  keys: string[];
  /** What it shows; used in the file name. */
  of: string;
}

export interface PersonalDocument {
  /** What it is about; used in the file name. */
  of: string;
  pdf: Uint8Array;
}

/** Rows of one table, locked in the order of their key. */
export interface LockedRows {
  key: PgColumn;
  where: SQL | undefined;
}

/**
 * Locks rows against changes only, since new rows that refer to them also refer to the account. Returns their keys.
 */
export async function lockRows({ db }: Pick<AppContext, "db">, { key, where }: LockedRows): Promise<string[]> {
  const rows = await db.select({ key }).from(key.table).where(where).orderBy(key).for("no key update");
  return rows.map((row) => String(row.key));
}

/** Personal data that one feature holds: how it is exported, and how it is erased with the account. */
export interface PersonalData {
  /** Every table of the feature; a test checks that none is missing. */
  tables: readonly PgTable[];
  /** Returns the feature's part of the export. Long lists are paged so that they are never in memory as a whole. */
  read(ctx: AppContext, person: Person): Promise<Record<string, unknown>>;
  photos?(ctx: AppContext, person: Person): Promise<PersonalPhoto[]>;
  /** Files that are stored separately from photos. */
  files?(ctx: AppContext, person: Person): Promise<PersonalFile[]>;
  /** Human-readable documents, generated one at a time. */
  documents?(ctx: AppContext, actor: Actor): AsyncGenerator<PersonalDocument>;
  /**
   * Returns the rows that others lock before they write something for this account, such as a notification. They are
   * locked in this order before the account itself is locked against such writes; the other way round would deadlock.
   */
  locks?(ctx: AppContext, person: Person): LockedRows[];
  /**
   * Runs in the transaction that then deletes the account's row. Rows with `on delete cascade` need no handling here;
   * everything that remains must lose whatever identifies the person. `ownIds`: ids of the account and of its rows that
   * `locks` returned, to which others' rows may refer without a foreign key.
   */
  erase?(ctx: AppContext, person: Person, ownIds?: readonly string[]): Promise<void>;
}

const pageSize = 500;

/** Yields all rows of a long list, loaded page by page in order of id. */
export async function* readPages<Row extends { id: string }>(
  load: (after: string, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await load(after, pageSize);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
}
