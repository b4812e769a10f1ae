import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readSignedId, signId } from "#app/platform/http/signed-id.server.ts";
import { calendarLinks } from "../reminders.tables.server.ts";

const purpose = "calendar";

const addressOf = (ctx: AppContext, linkId: string) =>
  `${ctx.settings.publicUrl}/calendar/${signId(ctx, purpose, linkId)}.ics`;

/** Returns the secret URL of the actor's calendar; null when there is none. */
export async function findCalendarLink(ctx: AppContext, actor: Actor): Promise<string | null> {
  const [link] = await ctx.db.select().from(calendarLinks).where(eq(calendarLinks.ownerId, actor.id));
  return link ? addressOf(ctx, link.linkId) : null;
}

/** Creates a new secret URL for the actor's calendar; the previous one stops working immediately. */
export async function renewCalendarLink(ctx: AppContext, actor: Actor): Promise<void> {
  const link = { linkId: randomUUID(), createdAt: ctx.clock.now() };
  await ctx.db
    .insert(calendarLinks)
    .values({ ...link, ownerId: actor.id })
    .onConflictDoUpdate({ target: calendarLinks.ownerId, set: link });
}

/** Revokes the calendar's secret URL. */
export async function revokeCalendarLink(ctx: AppContext, actor: Actor): Promise<void> {
  await ctx.db.delete(calendarLinks).where(eq(calendarLinks.ownerId, actor.id));
}

/** Returns the owner whose calendar a key opens; null for an invalid, replaced or revoked key. */
export async function findCalendarOwner(ctx: AppContext, key: string): Promise<string | null> {
  const linkId = readSignedId(ctx, purpose, key);
  if (!linkId) return null;
  const [link] = await ctx.db.select().from(calendarLinks).where(eq(calendarLinks.linkId, linkId));
  return link?.ownerId ?? null;
}
