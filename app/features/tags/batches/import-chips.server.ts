import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { readCsvTable } from "#app/platform/http/csv/read-csv.server.ts";
import { readUid } from "../ndef.rules.ts";
import { codeKey } from "../tag-code.rules.ts";
import { tags } from "../tags.tables.server.ts";
import { type ChipOutcome, isSuccess, maxRows } from "./chip-outcomes.rules.ts";

export interface ChipRow {
  /** Line number in the file, from 1. */
  line: number;
  /** As in the file, truncated for display. */
  code: string;
  uid: string;
  outcome: ChipOutcome;
}

export interface ChipReport {
  rows: ChipRow[];
  /** Whether the chips were bound: only when no row was wrong. */
  isDone: boolean;
}

interface Candidate extends ChipRow {
  key: string;
  known: string | null;
  tagId?: string;
}

/** Values of the column `result` that mean a chip was rejected at the factory; all others are good. */
const rejected = /^(fail|failed|error|ng|nok|reject|rejected|bad|0|false|no)$/i;
const runsAsFormula = /^[=+\-@\t]/;

/**
 * Binds chips to tags from a factory's file with the columns `tag_code`, `uid` and optionally `result`, in any order;
 * further columns are ignored. Every row gets an outcome. One wrong row prevents all from being bound, so that a file
 * can be corrected and submitted again; rows rejected by the factory and those already bound are not wrong. `isTrial`
 * changes nothing. Rejects a file without both columns, and more than 100,000 rows. Administrators only.
 */
export async function importChips(
  ctx: AppContext,
  admin: Actor,
  text: string,
  { isTrial }: { isTrial: boolean },
): Promise<ChipReport> {
  requireAdmin(admin);
  const candidates = readRows(text);
  markRepeated(candidates);
  return withTransaction(ctx, async (tx) => {
    await matchTags(tx, candidates);
    const due = candidates.filter(({ outcome }) => outcome === "bound");
    const isWrong = candidates.some(({ outcome }) => !isSuccess(outcome));
    const isDone = !isTrial && !isWrong && due.length > 0;
    if (isDone) {
      await bindChips(tx, due);
      await recordChange(tx, admin, {
        action: "tag.chips",
        subject: { kind: "tag", id: null },
        after: { count: due.length },
      });
    }
    return { rows: candidates.map(({ line, code, uid, outcome }) => ({ line, code, uid, outcome })), isDone };
  });
}

function readRows(text: string): Candidate[] {
  const rows = readCsvTable(text, {
    field: "file",
    maxRows,
    columns: { code: ["tag_code"], uid: ["uid"], result: ["result"] },
    required: [["code"], ["uid"]],
  });
  if (!rows) throw new AppError("batches.chips.noColumns", 400, { field: "file" });
  if (rows.length > maxRows)
    throw new AppError("batches.chips.tooMany", 413, { field: "file", params: { most: maxRows } });
  const candidates: Candidate[] = [];
  for (const { line, code, uid, result } of rows) {
    if (!code && !uid && !result) continue;
    const [key, known] = [codeKey(code), readUid(uid)];
    candidates.push({ line, code: code.slice(0, 60), uid: uid.slice(0, 60), key, known, outcome: initialOutcome() });

    function initialOutcome(): ChipOutcome {
      if (runsAsFormula.test(code) || runsAsFormula.test(uid)) return "formula";
      if (!key || code.length > 60) return "noCode";
      if (rejected.test(result)) return "rejected";
      return known ? "bound" : "badUid";
    }
  }
  if (candidates.length === 0) throw new AppError("batches.chips.empty", 400, { field: "file" });
  return candidates;
}

/**
 * Marks a code or chip that occurs in several rows as wrong in all of them, because it is unknown which one is right.
 */
function markRepeated(candidates: Candidate[]): void {
  for (const [part, outcome] of [
    ["key", "codeTwice"],
    ["known", "uidTwice"],
  ] as const) {
    const seen = new Map<string, number>();
    const open = candidates.filter((candidate) => candidate.outcome === "bound" || candidate.outcome === "codeTwice");
    for (const candidate of open) seen.set(candidate[part] as string, (seen.get(candidate[part] as string) ?? 0) + 1);
    for (const candidate of open)
      if (candidate.outcome === "bound" && seen.get(candidate[part] as string)! > 1) candidate.outcome = outcome;
  }
}

const chunk = 5_000;

async function matchTags(tx: AppContext, candidates: Candidate[]): Promise<void> {
  const open = candidates.filter(({ outcome }) => outcome === "bound");
  for (let from = 0; from < open.length; from += chunk) {
    const part = open.slice(from, from + chunk);
    const keys = part.map(({ key }) => key);
    const uids = part.map(({ known }) => known as string);
    const columns = { id: tags.id, codeKey: tags.codeKey, uid: tags.uid };
    const byKey = await tx.db.select(columns).from(tags).where(inArray(tags.codeKey, keys));
    const byUid = await tx.db.select(columns).from(tags).where(inArray(tags.uid, uids));
    const tagOf = new Map(byKey.map((tag) => [tag.codeKey, tag]));
    const holderOf = new Map(byUid.map((tag) => [tag.uid, tag]));
    for (const candidate of part) {
      const tag = tagOf.get(candidate.key);
      const holder = holderOf.get(candidate.known);
      if (!tag) candidate.outcome = "unknownCode";
      else if (tag.uid === candidate.known) candidate.outcome = "already";
      else if (tag.uid) candidate.outcome = "otherChip";
      else if (holder) candidate.outcome = "uidTaken";
      else candidate.tagId = tag.id;
    }
  }
}

async function bindChips(tx: AppContext, due: Candidate[]): Promise<void> {
  const sorted = due.toSorted((a, b) => (a.tagId as string).localeCompare(b.tagId as string));
  const ids = sql.param(sorted.map(({ tagId }) => tagId));
  const uids = sql.param(sorted.map(({ known }) => known));
  const bound = await tx.db
    .update(tags)
    .set({ uid: sql`returned.uid`, tapCounter: null, updatedAt: tx.clock.now() })
    .from(sql`unnest(${ids}::uuid[], ${uids}::text[]) as returned(id, uid)`)
    .where(and(eq(tags.id, sql`returned.id`), isNull(tags.uid)))
    .returning({ id: tags.id });
  if (bound.length < due.length) throw new AppError("batches.chips.changed", 409);
}
