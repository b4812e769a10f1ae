import { asc, eq, like, or } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { rateLimits } from "#app/platform/db/platform.tables.server.ts";
import { literal } from "#app/platform/db/text-search.server.ts";
import { maskAddress } from "#app/platform/http/client-address.server.ts";
import { readUserAgent } from "#app/platform/http/user-agent.server.ts";
import type { Actor } from "./accounts.rules.ts";
import { emailChanges, sessions, signInMethods, users, verifications } from "./accounts.tables.server.ts";
import { auditLog } from "./audit-log.tables.server.ts";
import { twoFactor, waitingSignIns } from "./two-factor.tables.server.ts";

export interface Person {
  id: string;
  email: string;
}

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
export async function* inPages<Row extends { id: string }>(
  load: (after: string, most: number) => Promise<Row[]>,
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

export const accountsPersonalData: PersonalData = {
  tables: [
    users,
    sessions,
    signInMethods,
    twoFactor,
    waitingSignIns,
    verifications,
    emailChanges,
    rateLimits,
    auditLog,
  ],
  async read({ db }, { id }) {
    const [user] = await db.select().from(users).where(eq(users.id, id));
    const { search: _search, ...profile } = user ?? {};
    const devices = await db.select().from(sessions).where(eq(sessions.userId, id));
    const changes = await db.select().from(emailChanges).where(eq(emailChanges.userId, id));
    const interventions = await db.select().from(auditLog).where(eq(auditLog.personId, id)).orderBy(asc(auditLog.at));
    return {
      profile,
      // Neither what opens a session nor a hash or key belongs into a file: of two steps the profile says since when.
      devices: devices.map(({ ipAddress, userAgent, createdAt, updatedAt, expiresAt }) => {
        const { browser, os } = readUserAgent((userAgent ?? "").slice(0, 400));
        return { browser, os, network: maskAddress(ipAddress ?? ""), since: createdAt, lastUsed: updatedAt, expiresAt };
      }),
      changesOfAddress: changes.map(({ oldEmail, newEmail, createdAt, confirmedAt }) => ({
        oldEmail,
        newEmail,
        createdAt,
        confirmedAt,
      })),
      // Which of the administrators it was is nobody else's business.
      changesByAdministrators: interventions.map(({ at, action, subjectName, before, after }) => ({
        at,
        action,
        subjectName,
        before,
        after,
      })),
    };
  },
  async erase({ db, jobs }, { id, email }) {
    await db.delete(verifications).where(or(eq(verifications.value, id), eq(verifications.identifier, email)));
    const named = [id, email].flatMap((name) => [`%:${literal(name)}`, `% ${literal(name)}`]);
    await db.delete(rateLimits).where(or(...named.map((pattern) => like(rateLimits.key, pattern))));
    await jobs.forget(db, [id, email]);
  },
};
