import { randomInt } from "node:crypto";
import { and, desc, eq, gt, ilike, or, sql } from "drizzle-orm";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { recordChange } from "#app/features/accounts/audit-log.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { transaction, violatedConstraint } from "#app/platform/db/database.server.ts";
import { containing } from "#app/platform/db/text-search.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { type CsvCell, csvPieces } from "#app/platform/http/csv.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { alphabet, checkCharacter, codeKey, codeLength, showKey } from "./tag-code.rules.ts";
import { codeContains, inState, searchText } from "./tag-search.server.ts";
import { generateMost, mayCreateTags, type TagStateName } from "./tags.rules.ts";
import { tags } from "./tags.tables.server.ts";

function refuseOthers(actor: Actor): void {
  if (!mayCreateTags(actor)) throw new Refusal("accounts.adminRequired", 403);
}

/** 11 random characters and the check character. A key that a spreadsheet would read as a number is drawn again. */
export function drawCode(): string {
  for (;;) {
    let first = "";
    while (first.length < codeLength - 1) first += alphabet[randomInt(alphabet.length)];
    const key = first + checkCharacter(first);
    if (!/^\d+(E\d+)?$/.test(key)) return key;
  }
}

/**
 * Makes 1 to 100 new, unassigned, active tags, all or none. Only an administrator may. A code that exists by chance is
 * drawn again. Returns the codes as printed.
 */
export async function generateTags(
  world: World,
  actor: Actor,
  form: { count: number; batch?: string | undefined },
): Promise<string[]> {
  refuseOthers(actor);
  if (!Number.isInteger(form.count) || form.count < 1 || form.count > generateMost)
    throw new Refusal("tags.countRange", 400, { field: "count" });
  return transaction(world, async (inside) => {
    const made: string[] = [];
    while (made.length < form.count) {
      const keys = Array.from({ length: form.count - made.length }, drawCode);
      const rows = keys.map((key) => ({
        id: newId(),
        code: showKey(key),
        codeKey: key,
        codeKind: "generated" as const,
        batch: form.batch || null,
        createdAt: world.clock.now(),
        updatedAt: world.clock.now(),
      }));
      const kept = await inside.db.insert(tags).values(rows).onConflictDoNothing().returning({ code: tags.code });
      made.push(...kept.map((row) => row.code));
    }
    const { count, batch } = form;
    await recordChange(inside, actor, {
      action: "tag.generate",
      subject: { kind: "tag", id: null, name: batch || made[0] },
      after: { count, batch },
    });
    return made;
  });
}

/** Makes one tag with a code of the administrator's own. Refuses a code that reads like one already in use. */
export async function createTag(world: World, actor: Actor, code: string): Promise<string> {
  refuseOthers(actor);
  const id = newId();
  const now = world.clock.now();
  try {
    await transaction(world, async (inside) => {
      await inside.db
        .insert(tags)
        .values({ id, code, codeKey: codeKey(code), codeKind: "custom", createdAt: now, updatedAt: now });
      await recordChange(inside, actor, { action: "tag.create", subject: { kind: "tag", id, name: code } });
    });
    return code;
  } catch (error) {
    if (violatedConstraint(error) === "tags_code_unique") throw new Refusal("tags.inUse", 409, { field: "code" });
    throw error;
  }
}

interface AdminSearch {
  search?: string | undefined;
  state?: TagStateName | undefined;
}

function wantedBy({ search, state }: AdminSearch) {
  const text = searchText(search);
  const pattern = containing(text);
  return and(
    state ? inState[state] : undefined,
    text
      ? or(
          ilike(tags.code, pattern),
          codeContains(text),
          ilike(tags.batch, pattern),
          ilike(users.email, pattern),
          ilike(users.name, pattern),
          ilike(pets.name, pattern),
        )
      : undefined,
  );
}

const pageSize = 50;

function select(world: World) {
  return world.db
    .select({
      id: tags.id,
      code: tags.code,
      status: tags.status,
      batch: tags.batch,
      ownerId: tags.ownerId,
      ownerEmail: users.email,
      petId: pets.id,
      petName: pets.name,
      createdAt: tags.createdAt,
    })
    .from(tags)
    .leftJoin(users, eq(users.id, tags.ownerId))
    .leftJoin(pets, and(eq(pets.id, tags.petId), livePet))
    .$dynamic();
}

/** All tags, newest first, 50 a page. Only for administrators. */
export async function listAllTags(world: World, actor: Actor, search: AdminSearch & { page?: number }) {
  refuseOthers(actor);
  const page = Math.max(1, Math.min(search.page ?? 1, 20_000));
  const rows = await select(world)
    .where(wantedBy(search))
    .orderBy(desc(tags.id))
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize);
  const [counted] = await world.db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(tags)
    .leftJoin(users, eq(users.id, tags.ownerId))
    .leftJoin(pets, and(eq(pets.id, tags.petId), livePet))
    .where(wantedBy(search));
  const total = counted?.total ?? 0;
  return { tags: rows.slice(0, pageSize), total, page, pageCount: Math.max(1, Math.ceil(total / pageSize)) };
}

const columns = ["tag_code", "url", "status", "batch", "owner", "pet", "created_at"];

/** The matching tags as CSV, oldest first; it reads 1,000 rows at a time by id. */
export async function* exportTags(world: World, actor: Actor, search: AdminSearch): AsyncGenerator<string> {
  refuseOthers(actor);
  yield* csvPieces(columns, tagRows(world, search));
}

async function* tagRows(world: World, search: AdminSearch): AsyncGenerator<CsvCell[][]> {
  let after: string | undefined;
  for (;;) {
    const rows = await select(world)
      .where(and(wantedBy(search), after ? gt(tags.id, after) : undefined))
      .orderBy(tags.id)
      .limit(1000);
    if (rows.length === 0) return;
    yield rows.map((row) => [
      row.code,
      `${world.settings.publicUrl}/tag/${row.code}`,
      row.status,
      row.batch,
      row.ownerEmail,
      row.petName,
      row.createdAt.toISOString(),
    ]);
    after = rows.at(-1)?.id;
  }
}
