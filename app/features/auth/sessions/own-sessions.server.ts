import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { readUserAgent } from "#app/platform/http/user-agent.server.ts";
import { maskAddress } from "#app/platform/limits/client-address.server.ts";
import { sessionLife } from "../auth.rules.ts";
import { sessions } from "../auth.tables.server.ts";
import { recordSecurityEvent } from "../security-log.server.ts";
import { notifySessionsEnded } from "./end-sessions.server.ts";
import { findSession } from "./session.server.ts";

async function sessionIdOf(ctx: AppContext, request: Request): Promise<string> {
  const found = await findSession(ctx, request);
  if (!found) throw notFound();
  return found.session.id;
}

const oldest = (now: Date) => new Date(now.getTime() - sessionLife * 1000);

/**
 * Lists the devices that the actor is signed in on, the current one first, then by last use. Networks are shown without
 * their last part; the last use is accurate to the hour.
 */
export async function listSessions(ctx: AppContext, actor: Actor, request: Request) {
  const here = await sessionIdOf(ctx, request);
  const now = ctx.clock.now();
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, actor.id), gt(sessions.expiresAt, now), gt(sessions.createdAt, oldest(now))))
    .orderBy(desc(eq(sessions.id, here)), desc(sessions.updatedAt))
    .limit(50);
  return rows.map((row) => {
    const { browser, os, device } = readUserAgent((row.userAgent ?? "").slice(0, 400));
    return {
      id: row.id,
      isHere: row.id === here,
      browser,
      os,
      isHandheld: device === "mobile" || device === "tablet",
      network: maskAddress(row.ipAddress ?? ""),
      lastUsedAt: row.updatedAt,
    };
  });
}

export type OwnSession = Awaited<ReturnType<typeof listSessions>>[number];

/** Signs out one of the actor's devices; 404 for any other session. */
export async function deleteOwnSession(ctx: AppContext, actor: Actor, sessionId: string): Promise<void> {
  const ended = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, actor.id)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw notFound();
  await notifySessionsEnded(ctx, actor.id);
  recordSecurityEvent(ctx, "deviceSignedOut", { userId: actor.id });
}

/** Signs out all of the actor's devices except the current one. */
export async function deleteOtherSessions(ctx: AppContext, actor: Actor, request: Request): Promise<void> {
  const here = await sessionIdOf(ctx, request);
  await ctx.db.delete(sessions).where(and(eq(sessions.userId, actor.id), ne(sessions.id, here)));
  await notifySessionsEnded(ctx, actor.id);
  recordSecurityEvent(ctx, "signedOutEverywhere", { userId: actor.id, why: "but here" });
}
