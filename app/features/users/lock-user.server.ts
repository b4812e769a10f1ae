import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import type { Actor } from "./users.rules.ts";
import { users } from "./users.tables.server.ts";

export type User = typeof users.$inferSelect;

export interface LockedUser {
  user: User;
  /** The other active administrators; if empty, this account is the last one. */
  otherAdmins: User[];
}

/**
 * Locks an account and all administrators, in a fixed order, so that concurrent decisions about the last two
 * administrators are serialized; other changes by administrators do not wait, and neither do rows that refer to the
 * account. Throws 404 for an unknown id.
 */
export async function lockUser({ db }: AppContext, userId: string): Promise<LockedUser> {
  const admins = await db
    .select()
    .from(users)
    .where(eq(users.role, "admin"))
    .orderBy(asc(users.id))
    .for("no key update");
  const [user] = await db.select().from(users).where(eq(users.id, userId)).for("no key update");
  if (!user) throw notFound();
  return { user, otherAdmins: admins.filter((admin) => admin.id !== user.id && !admin.suspendedAt) };
}

/** Locks an account that is about to be deleted: rows that refer to it wait, and are then rejected. */
export async function lockUserForDeletion({ db }: AppContext, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
}

const accountById = createPreparedQuery((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, sql.placeholder("id")))
    .for("no key update"),
);

/**
 * Locks only the account's own row, so that changes that count or compare what belongs to it are serialized. Throws 404
 * if the account was deleted.
 */
export async function lockAccount({ db }: Pick<AppContext, "db">, { id }: { id: string }): Promise<void> {
  const locked = await accountById(db).execute({ id });
  if (locked.length === 0) throw notFound();
}

/**
 * Returns the account with this lower-case e-mail address, which cannot be deleted before the transaction ends; null
 * when there is none.
 */
export async function lockAccountByEmail({ db }: Pick<AppContext, "db">, email: string) {
  const [account] = await db
    .select({ id: users.id, isVerified: users.emailVerified, suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email))
    .for("key share");
  return account ?? null;
}

/** Returns the number of active administrators other than the given user. */
export async function countOtherAdmins({ db }: Pick<AppContext, "db">, { id }: Pick<Actor, "id">): Promise<number> {
  return db.$count(users, and(sql`${users.role} = 'admin'`, isNull(users.suspendedAt), ne(users.id, id)));
}
