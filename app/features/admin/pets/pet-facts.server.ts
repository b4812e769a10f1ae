import { desc, eq } from "drizzle-orm";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { lostFoundPosts as posts } from "#app/features/lost-found/reports.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { formatAuditLines } from "../audit-log/audit-log-texts.server.ts";
import { getPetForAdmin } from "./admin-pets.server.ts";

/** Returns everything that an administrator sees of one pet: appearance, tags, reports and corrections. */
export async function getPetFacts(ctx: AppContext, admin: Actor, petId: string, language: Language) {
  const pet = await getPetForAdmin(ctx, admin, petId);
  const [ownTags, reports, history] = await Promise.all([
    ctx.db
      .select({ id: tags.id, code: tags.code, status: tags.status, petId: tags.petId, mark: tags.mark })
      .from(tags)
      .where(eq(tags.petId, pet.id))
      .orderBy(desc(tags.linkedAt))
      .limit(10),
    ctx.db
      .select({ id: posts.id, kind: posts.kind, status: posts.status, createdAt: posts.createdAt })
      .from(posts)
      .where(eq(posts.petId, pet.id))
      .orderBy(desc(posts.id))
      .limit(5),
    listChanges(ctx, admin, { subject: pet.id }),
  ]);
  return {
    pet,
    tags: ownTags,
    reports,
    history: formatAuditLines(ctx.translator(language), history.changes.slice(0, 10)),
  };
}
