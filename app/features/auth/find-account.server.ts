import { eq } from "drizzle-orm";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** Returns the account of an e-mail address, if any. */
export async function findUser({ db }: AppContext, email: string) {
  const [user] = await db
    .select({ id: users.id, suspendedAt: users.suspendedAt, isDemo: users.isDemo })
    .from(users)
    .where(eq(users.email, email));
  return user;
}
