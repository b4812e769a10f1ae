import { type AnyColumn, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { href } from "react-router";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { lostFoundPosts as posts } from "#app/features/lost-found/reports.tables.server.ts";
import { findMatchingOrders } from "#app/features/orders/orders.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { matchesPetNumber } from "#app/features/pets/pet-search.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { subscriptionRequests } from "#app/features/plans/plans.tables.server.ts";
import { matchesCode } from "#app/features/tags/manage/tag-search.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { matchesSearch, matchesWordsLoosely } from "#app/platform/db/text-search.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { searchWords } from "#app/platform/i18n/text/arabic-fold.rules.ts";

const panelGroups = ["orders", "users", "pets", "tags", "reports", "upgrades", "products"] as const;
type PanelGroup = (typeof panelGroups)[number];

/** One search result: its name, a distinguishing detail, and its page. */
interface PanelHit {
  id: string;
  title: string;
  detail: string | null;
  to: string;
}

export interface PanelResult {
  group: PanelGroup;
  hits: PanelHit[];
  /** URL of the list with all results; null for similar names, which the lists do not find. */
  all: string | null;
}

const maxHits = 5;
const maxNamed = 50;
/**
 * Maximum number of matches of a kind that are sorted by age; the limit makes the planner find a rare word by its index
 * instead of reading all rows.
 */
const maxFound = 1_000;
const minLength = 2;

/**
 * Searches the whole panel: orders, users, pets, tags, reports, upgrade requests and products by what is shown of them.
 * Returns the five newest of the first thousand matches of each kind, or what is named similarly if nothing matches;
 * nothing for fewer than two characters. Administrators only.
 */
export async function listSearchHits(
  ctx: AppContext,
  admin: Actor,
  text: string,
  language: Language,
): Promise<PanelResult[]> {
  requireAdmin(admin);
  if (searchWords(text).join("").length < minLength) return [];
  const { db } = ctx;
  const newestOf = (
    table: typeof users | typeof pets | typeof tags | typeof posts | typeof subscriptionRequests,
    where?: SQL,
  ) => inArray(table.id, db.select({ id: table.id }).from(table).where(where).limit(maxFound));
  const people = db.select({ id: users.id }).from(users).where(matchesSearch(users.search, text)).limit(maxNamed);
  const q = new URLSearchParams({ q: text });
  const found: Record<PanelGroup, () => Promise<PanelHit[]>> = {
    orders: async () => {
      const rows = await db
        .select({ id: storeOrders.id, number: storeOrders.number, name: storeOrders.fullName })
        .from(storeOrders)
        .where(await findMatchingOrders(ctx, text, { isAmongAll: true }))
        .orderBy(desc(storeOrders.id))
        .limit(maxHits);
      return rows.map(({ id, number, name }) => ({
        id,
        title: number,
        detail: name,
        to: href("/admin/orders/:orderNumber", { orderNumber: number }),
      }));
    },
    users: async () => {
      const rows = await db
        .select({
          id: users.id,
          title: users.name,
          detail: sql<string | null>`coalesce(${users.email}, ${users.verifiedPhone})`,
        })
        .from(users)
        .where(newestOf(users, matchesSearch(users.search, text)))
        .orderBy(desc(users.id))
        .limit(maxHits);
      return rows.map((row) => ({ ...row, to: href("/admin/users/:userId", { userId: row.id }) }));
    },
    pets: async () => {
      const rows = await db
        .select({
          id: pets.id,
          title: pets.name,
          detail: sql<string | null>`coalesce(${users.email}, ${users.verifiedPhone})`,
        })
        .from(pets)
        .innerJoin(users, eq(users.id, pets.ownerId))
        .where(newestOf(pets, or(matchesSearch(pets.searchText, text), matchesPetNumber(text))))
        .orderBy(desc(pets.id))
        .limit(maxHits);
      return rows.map((row) => ({ ...row, to: href("/admin/pets/:petId", { petId: row.id }) }));
    },
    tags: async () => {
      const rows = await db
        .select({
          id: tags.id,
          title: tags.code,
          detail: sql<string | null>`coalesce(${users.email}, ${users.verifiedPhone})`,
        })
        .from(tags)
        .leftJoin(users, eq(users.id, tags.ownerId))
        .where(newestOf(tags, or(matchesSearch(tags.search, text), matchesCode(text))))
        .orderBy(desc(tags.createdAt), desc(tags.id))
        .limit(maxHits);
      return rows.map((row) => ({ ...row, to: href("/admin/tags/:tagId", { tagId: row.id }) }));
    },
    reports: async () => {
      const rows = await db
        .select({ id: posts.id, petName: posts.petName, area: posts.area })
        .from(posts)
        .where(newestOf(posts, or(matchesSearch(posts.search, text), inArray(posts.reporterId, people))))
        .orderBy(desc(posts.id))
        .limit(maxHits);
      return rows.map(({ id, petName, area }) => ({
        id,
        title: petName ?? area ?? "–",
        detail: petName ? area : null,
        to: href("/admin/lost-found/:reportId", { reportId: id }),
      }));
    },
    upgrades: async () => {
      const rows = await db
        .select({ id: subscriptionRequests.id, name: users.name, reference: subscriptionRequests.reference })
        .from(subscriptionRequests)
        .leftJoin(users, eq(users.id, subscriptionRequests.userId))
        .where(newestOf(subscriptionRequests, matchesSearch(subscriptionRequests.search, text)))
        .orderBy(desc(subscriptionRequests.id))
        .limit(maxHits);
      return rows.map(({ id, name, reference }) => ({
        id,
        title: name ?? reference ?? "–",
        detail: reference,
        to: `${href("/admin/upgrade-requests")}?${new URLSearchParams({ status: "all", q: reference || text })}`,
      }));
    },
    products: async () => {
      const rows = await db
        .select({ id: products.id, nameEn: products.nameEn, nameAr: products.nameAr, sku: products.sku })
        .from(products)
        .where(matchesSearch(products.search, text))
        .orderBy(desc(products.id))
        .limit(maxHits);
      return rows.map(({ id, nameEn, nameAr, sku }) => ({
        id,
        title: language === "ar" ? nameAr : nameEn,
        detail: sku,
        to: href("/admin/products/:productId", { productId: id }),
      }));
    },
  };
  const lists: Record<PanelGroup, string> = {
    orders: `${href("/admin/orders")}?status=all&${q}`,
    users: `${href("/admin/users")}?${q}`,
    pets: `${href("/admin/pets")}?${q}`,
    tags: `${href("/admin/tags")}?${q}`,
    reports: `${href("/admin/lost-found")}?state=all&${q}`,
    upgrades: `${href("/admin/upgrade-requests")}?status=all&${q}`,
    products: `${href("/admin/products")}?${q}`,
  };
  const results = await Promise.all(
    panelGroups.map(async (group) => ({ group, hits: await found[group](), all: lists[group] })),
  );
  const exact = results.filter(({ hits }) => hits.length > 0);
  return exact.length > 0 ? exact : listSimilarHits(ctx, text);
}

const minSimilarLength = 3;
/** Share of the trigrams of a word that must be equal: low enough for one wrong letter in five, as in Rokky. */
const minSimilarity = "0.3";
const maxSimilar = 10_000;
/** Names far less similar than the most similar one are not offered. */
const minShareOfBest = 0.6;

/**
 * Returns the five orders, users and pets whose names are most like the text, for names that are heard on the phone and
 * spelled otherwise: at least one word must be similar or equal.
 */
async function listSimilarHits(ctx: AppContext, text: string): Promise<PanelResult[]> {
  const words = searchWords(text).filter((word) => word.length >= minSimilarLength && !/\d/.test(word));
  if (words.length === 0) return [];
  return withTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${minSimilarity}, true)`);
    return findSimilar(tx, words);
  });
}

async function findSimilar({ db }: AppContext, words: readonly string[]): Promise<PanelResult[]> {
  const mostSimilar = async (
    table: typeof storeOrders | typeof users | typeof pets,
    column: AnyColumn,
  ): Promise<string[]> => {
    const candidates = db
      .select({ id: table.id, search: sql<string>`${column}`.as("search") })
      .from(table)
      .where(or(...words.map((word) => matchesWordsLoosely(column, [word]))))
      .limit(maxSimilar)
      .as("candidates");
    const scores = words.map((word) => sql`word_similarity(${word}, ${candidates.search})`);
    const score = sql.join(scores, sql` + `);
    const rows = await db
      .select({ id: candidates.id, score: sql<number>`${score}` })
      .from(candidates)
      .orderBy(desc(score), desc(candidates.id))
      .limit(maxHits);
    return rows.filter((row) => row.score >= minShareOfBest * rows[0]!.score).map(({ id }) => id);
  };
  const inOrder = async (ids: string[], read: (ids: string[]) => Promise<PanelHit[]>) => {
    const hits = ids.length > 0 ? await read(ids) : [];
    return hits.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  };
  const contact = sql<string | null>`coalesce(${users.email}, ${users.verifiedPhone})`;
  const orders = await inOrder(await mostSimilar(storeOrders, storeOrders.search), async (ids) => {
    const { id, number, fullName } = storeOrders;
    const rows = await db.select({ id, title: number, detail: fullName }).from(storeOrders).where(inArray(id, ids));
    return rows.map((row) => ({ ...row, to: href("/admin/orders/:orderNumber", { orderNumber: row.title }) }));
  });
  const people = await inOrder(await mostSimilar(users, users.search), async (ids) => {
    const rows = await db
      .select({ id: users.id, title: users.name, detail: contact })
      .from(users)
      .where(inArray(users.id, ids));
    return rows.map((row) => ({ ...row, to: href("/admin/users/:userId", { userId: row.id }) }));
  });
  const animals = await inOrder(await mostSimilar(pets, pets.searchText), async (ids) => {
    const rows = await db
      .select({ id: pets.id, title: pets.name, detail: contact })
      .from(pets)
      .innerJoin(users, eq(users.id, pets.ownerId))
      .where(inArray(pets.id, ids));
    return rows.map((row) => ({ ...row, to: href("/admin/pets/:petId", { petId: row.id }) }));
  });
  return [
    { group: "orders" as const, hits: orders, all: null },
    { group: "users" as const, hits: people, all: null },
    { group: "pets" as const, hits: animals, all: null },
  ].filter(({ hits }) => hits.length > 0);
}
