import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { sessions } from "#app/features/auth/auth.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { AccountState, Actor, Role } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { matchesWords } from "#app/platform/db/text-search.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { maskAddress } from "#app/platform/http/server/client-address.server.ts";
import { readUserAgent } from "#app/platform/http/user-agent.server.ts";
import { searchWords } from "#app/platform/i18n/arabic-fold.rules.ts";

export interface UserSearch {
  /** Name, e-mail or phone, in either spelling of Arabic. */
  search?: string;
  role?: Role | undefined;
  state?: AccountState | undefined;
  /** What else narrows the list: a condition on `users` of a feature that knows more. */
  only?: SQL | undefined;
  /** The last id of the page before. */
  after?: string | null;
}

const pageSize = 50;

const inState: Record<AccountState, SQL | undefined> = {
  active: and(isNull(users.suspendedAt), eq(users.emailVerified, true)),
  suspended: isNotNull(users.suspendedAt),
  // As the index says it: `= false` would not use it.
  unverified: sql`not ${users.emailVerified}`,
};

/** All accounts, newest first, 50 a page; ids grow with time, so the last one pages on. Only for administrators. */
export async function listUsers(ctx: AppContext, admin: Actor, { search = "", role, state, only, after }: UserSearch) {
  requireAdmin(admin);
  const rows = await ctx.db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      emailVerified: users.emailVerified,
      suspendedAt: users.suspendedAt,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(
      and(
        matchesWords(users.search, searchWords(search)),
        // A literal, not a parameter, so that the plan may use the index of administrators alone.
        role && (role === "admin" ? sql`${users.role} = 'admin'` : eq(users.role, role)),
        state && inState[state],
        only,
        after && isId(after) ? lt(users.id, after) : undefined,
      ),
    )
    .orderBy(desc(users.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  return { users: page, next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null };
}

/** One account as administrators see it: neither its street nor anything that signs in. */
export async function getUserForAdmin(ctx: AppContext, admin: Actor, userId: string) {
  requireAdmin(admin);
  const [user] = isId(userId)
    ? await ctx.db
        .select({
          id: users.id,
          version: users.version,
          name: users.name,
          email: users.email,
          phone: users.phone,
          city: users.city,
          country: users.country,
          role: users.role,
          language: users.language,
          timeZone: users.timeZone,
          emailVerified: users.emailVerified,
          suspendedAt: users.suspendedAt,
          suspendedReason: users.suspendedReason,
          twoFactorSince: users.twoFactorSince,
          createdAt: users.createdAt,
        })
        .from(users)
        .where(eq(users.id, userId))
    : [];
  if (!user) throw notFound();
  return user;
}

export type UserForAdmin = Awaited<ReturnType<typeof getUserForAdmin>>;

/** Where somebody is logged in, by last use; at most 5, and how many there are. */
export async function listUserSessions(ctx: AppContext, admin: Actor, userId: string) {
  requireAdmin(admin);
  const rows = await ctx.db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ipAddress: sessions.ipAddress,
      lastUsedAt: sessions.updatedAt,
      count: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), sql`${sessions.expiresAt} > ${ctx.clock.now().toISOString()}`))
    .orderBy(desc(sessions.updatedAt))
    .limit(5);
  return {
    count: rows[0]?.count ?? 0,
    sessions: rows.map(({ id, userAgent, ipAddress, lastUsedAt }) => {
      const { browser, os } = readUserAgent((userAgent ?? "").slice(0, 400));
      return { id, browser, os, network: maskAddress(ipAddress ?? ""), lastUsedAt };
    }),
  };
}
