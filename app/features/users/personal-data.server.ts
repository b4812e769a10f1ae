import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "./users.rules.ts";

export interface Person {
  id: string;
  email: string | null;
}

/** Which rows name a person by their address: none for a person without one. */
export const hasAddress = (column: PgColumn, { email }: Pick<Person, "email">): SQL =>
  email ? eq(column, email.toLowerCase()) : sql`false`;

export interface PersonalPhoto {
  id: string;
  /** What it shows, for the name of its file. */
  of: string;
}

export interface PersonalFile {
  /** Its keys in the storage, the one worth a copy last. */
  keys: string[];
  /** What it shows, for the name of its file. */
  of: string;
}

export interface PersonalDocument {
  /** What it is about, for the name of its file. */
  of: string;
  pdf: Uint8Array;
}

/** What one feature holds about a person: how they get a copy of it, and how it goes when they leave. */
export interface PersonalData {
  /** Every table of the feature, for the test that none is forgotten. */
  tables: readonly PgTable[];
  /** The feature's part of the copy; long lists as pages, so that they never lie in memory whole. */
  read(ctx: AppContext, person: Person): Promise<Record<string, unknown>>;
  photos?(ctx: AppContext, person: Person): Promise<PersonalPhoto[]>;
  /** Pictures (WebP) that are kept apart from photos. */
  files?(ctx: AppContext, person: Person): Promise<PersonalFile[]>;
  /** Documents for people rather than programs, made one at a time. */
  documents?(ctx: AppContext, actor: Actor): AsyncGenerator<PersonalDocument>;
  /**
   * Runs in the transaction that then deletes the account's row. Rows that go with that row (`on delete cascade`) need
   * no word here; what stays must lose everything that leads to the person.
   */
  erase?(ctx: AppContext, person: Person): Promise<void>;
}

const pageSize = 500;

/** All rows of a long list, read page by page in the order of their ids. */
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
