import { and, eq } from "drizzle-orm";
import { userNotes } from "#app/features/admin-lists/admin-lists.tables.server.ts";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";

/** Returns the administrators' note about a user, with who wrote it last; version 0 without any. */
export async function getUserNote({ db }: AppContext, admin: Actor, userId: string) {
  requireAdmin(admin);
  const [note] = await db
    .select({ text: userNotes.text, version: userNotes.version, updatedAt: userNotes.updatedAt, by: users.name })
    .from(userNotes)
    .leftJoin(users, eq(users.id, userNotes.updatedBy))
    .where(eq(userNotes.userId, userId));
  return note ?? { text: "", version: 0, updatedAt: null, by: null };
}

/**
 * Updates the note about a user, if its version is still the one that was read. Rejects with 409
 * (`adminUsers.note.changed`) when another administrator changed it since. The audit log records that it was changed,
 * but not its text.
 */
export async function updateUserNote(
  ctx: AppContext,
  admin: Actor,
  userId: string,
  { note, version }: { note: string; version: number },
): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const [user] = await tx.db.select().from(users).where(eq(users.id, userId));
    if (!user) throw notFound();
    const values = { text: note, version: version + 1, updatedAt: tx.clock.now(), updatedBy: admin.id };
    const written =
      version === 0
        ? await tx.db
            .insert(userNotes)
            .values({ userId, ...values })
            .onConflictDoNothing()
            .returning()
        : await tx.db
            .update(userNotes)
            .set(values)
            .where(and(eq(userNotes.userId, userId), eq(userNotes.version, version)))
            .returning();
    if (written.length === 0) throw new AppError("adminUsers.note.changed", 409, { field: "note" });
    await recordChange(tx, admin, { action: "user.note", subject: { kind: "user", id: user.id, name: user.name } });
  });
}
