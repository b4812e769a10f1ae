import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { matchesWords } from "#app/platform/db/text-search.server.ts";
import { createId, isId } from "#app/platform/db/uuid.server.ts";
import { isWithinDays } from "#app/platform/http/list-pages.server.ts";
import { searchWords } from "#app/platform/i18n/text/arabic-fold.rules.ts";
import { type AuditAction, diffFields, type SubjectKind } from "./audit-log.rules.ts";
import { auditLog } from "./audit-log.tables.server.ts";

export interface Change {
  action: AuditAction;
  subject: {
    kind: SubjectKind;
    id: string | null;
    /** Human-readable name: a code, a number, a name. */
    name?: string | null | undefined;
    /** The account it belongs to; the entry's details are cleared when the account is erased. */
    personId?: string | null | undefined;
  };
  /**
   * State before and after the change. Whole rows may be passed; only fields of `loggedFields` that differ are stored.
   */
  before?: object | undefined;
  after?: object | undefined;
}

/**
 * Writes one entry to the audit log in the caller's transaction, so that the change and its entry are committed
 * together. The actor is null for changes made on the server's command line.
 */
export async function recordChange(tx: AppContext, actor: Pick<Actor, "id"> | null, change: Change): Promise<void> {
  await recordChanges(tx, actor, [change]);
}

/** Like `recordChange`, for many changes in one insert. */
export async function recordChanges(
  tx: AppContext,
  actor: Pick<Actor, "id"> | null,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.db.insert(auditLog).values(
    changes.map(({ action, subject, before, after }) => ({
      id: createId(),
      at: tx.clock.now(),
      actorId: actor?.id ?? null,
      action,
      subjectKind: subject.kind,
      subjectId: subject.id,
      subjectName: subject.name ?? null,
      personId: subject.kind === "user" ? subject.id : (subject.personId ?? null),
      ...diffFields(subject.kind, before, after),
    })),
  );
}

export interface AuditSearch {
  /** Only entries about this account. */
  personId?: string;
  /** Name, e-mail or phone of the administrator or of the person concerned. */
  who?: string;
  action?: AuditAction | undefined;
  /** Name or id of the changed object. */
  subject?: string;
  /** Only entries about these objects. */
  subjectIds?: readonly string[];
  /** Calendar days (`YYYY-MM-DD`) in the administrator's time zone, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  after?: string | null;
}

const pageSize = 50;
const maxPeople = 200;

/**
 * Returns the audit log, the newest first, 50 entries per page; `after` is the cursor of the next page. Administrators
 * only.
 */
export async function listChanges(ctx: AppContext, admin: Actor, search: AuditSearch) {
  requireAdmin(admin);
  const actors = alias(users, "actors");
  const people = alias(users, "people");
  const rows = await ctx.db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      action: auditLog.action,
      subjectKind: auditLog.subjectKind,
      subjectId: auditLog.subjectId,
      subjectName: auditLog.subjectName,
      before: auditLog.before,
      after: auditLog.after,
      actorName: actors.name,
      actorEmail: actors.email,
      personId: auditLog.personId,
      personName: people.name,
    })
    .from(auditLog)
    .leftJoin(actors, eq(actors.id, auditLog.actorId))
    .leftJoin(people, eq(people.id, auditLog.personId))
    .where(and(await buildPersonFilter(ctx, search.who), ...conditions(admin, search)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(pageSize + 1);
  const changes = rows.slice(0, pageSize);
  const last = changes.at(-1);
  return { changes, next: rows.length > pageSize && last ? `${last.at.toISOString()}_${last.id}` : null };
}

/** Finds the matching users first, since they are few; the log is then read by its indexes on actor and person. */
async function buildPersonFilter({ db }: AppContext, who = ""): Promise<SQL | undefined> {
  const words = searchWords(who);
  if (words.length === 0) return undefined;
  const found = await db.select({ id: users.id }).from(users).where(matchesWords(users.search, words)).limit(maxPeople);
  const ids = found.map(({ id }) => id);
  return or(inArray(auditLog.actorId, ids), inArray(auditLog.personId, ids));
}

function conditions({ timeZone }: Actor, search: AuditSearch) {
  const { personId, action, subject = "", subjectIds, after } = search;
  const [at = "", id = ""] = (after ?? "").split("_");
  return [
    personId ? eq(auditLog.personId, personId) : undefined,
    action && eq(auditLog.action, action),
    isId(subject.trim())
      ? eq(auditLog.subjectId, subject.trim().toLowerCase())
      : matchesWords(auditLog.search, searchWords(subject)),
    subjectIds && inArray(auditLog.subjectId, [...subjectIds]),
    isWithinDays(auditLog.at, search, timeZone),
    isId(id) && !Number.isNaN(Date.parse(at)) ? sql`(${auditLog.at}, ${auditLog.id}) < (${at}, ${id})` : undefined,
  ];
}

export type AuditLine = Awaited<ReturnType<typeof listChanges>>["changes"][number];
