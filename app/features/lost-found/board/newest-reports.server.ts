import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { lostFoundPosts as posts } from "../reports.tables.server.ts";

/** Ids of the newest open reports that everybody may see, at most `most`, and when each last changed. */
export function listNewestReports({ db, clock }: Pick<AppContext, "db" | "clock">, most: number) {
  return db
    .select({ id: posts.id, changedAt: posts.updatedAt })
    .from(posts)
    .where(and(eq(posts.status, "open"), isNull(posts.hiddenAt), gt(posts.expiresAt, clock.now())))
    .orderBy(desc(posts.publishedAt), desc(posts.id))
    .limit(most);
}
