import { desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { href } from "react-router";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { lostFoundPosts as posts } from "#app/features/lost-found/reports.tables.server.ts";
import { findMatchingOrders } from "#app/features/orders/orders.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { subscriptionRequests } from "#app/features/plans/plans.tables.server.ts";
import { matchesCode } from "#app/features/tags/manage/tag-search.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { matchesSearch } from "#app/platform/db/text-search.server.ts";
import { foldForSearch, searchWords } from "#app/platform/i18n/arabic-fold.rules.ts";
import type { Language } from "#app/platform/i18n/language.ts";

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
  /** URL of the list with all results. */
  all: string;
}

const maxHits = 5;
const maxNamed = 50;
/**
 * Maximum number of matches of a kind that are sorted by age; the limit makes the planner find a rare word by its index
 * instead of reading all rows.
 */
const maxFound = 1_000;
const minLength = 2;
const minChipLength = 9;

/**
 * Searches the whole panel: orders, users, pets, tags, reports, upgrade requests and products by what is shown of them.
 * Returns the five newest of the first thousand matches of each kind; nothing for fewer than two characters.
 * Administrators only.
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
  const chip = foldForSearch(text).replace(/[\s-]/g, "").toUpperCase();
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
        .where(
          newestOf(
            pets,
            or(
              matchesSearch(pets.searchText, text),
              chip.length >= minChipLength ? eq(pets.microchip, chip) : undefined,
            ),
          ),
        )
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
  return results.filter(({ hits }) => hits.length > 0);
}
