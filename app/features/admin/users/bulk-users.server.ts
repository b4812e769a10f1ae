import { eq } from "drizzle-orm";
import type { BulkAction } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/http/app-error.server.ts";
import { restoreUser, suspendUser } from "./manage-users.server.ts";

async function getVersion({ db }: AppContext, userId: string) {
  const [user] = await db.select({ version: users.version, role: users.role }).from(users).where(eq(users.id, userId));
  if (!user) throw notFound();
  return user;
}

/**
 * Suspends accounts for one reason. Rejects the administrator's own account and other administrators, which need an
 * individual decision.
 */
export const suspendUsers: BulkAction<{ reason: string }> = {
  kind: "users.suspend",
  async apply(tx, admin: Actor, userId, { reason }) {
    const { version, role } = await getVersion(tx, userId);
    if (userId === admin.id) throw new AppError("adminUsers.notYourself", 409);
    if (role === "admin") throw new AppError("adminUsers.isAdmin", 409);
    await suspendUser(tx, admin, { userId, version }, reason);
    return { version: (await getVersion(tx, userId)).version };
  },
  undo: (tx, admin, userId, before) => restoreUser(tx, admin, { userId, ...(before as { version: number }) }),
};

export const userBulkActions = [suspendUsers] as const;
