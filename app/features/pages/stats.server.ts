import { and, between, count, desc, eq, gt, gte, inArray, isNotNull, isNull, min, sql } from "drizzle-orm";
import { productPictures, productReviews, products } from "#app/features/catalog/products.tables.server.ts";
import type { Resolution } from "#app/features/lost-found/reports.rules.ts";
import { lostFoundPosts } from "#app/features/lost-found/reports.tables.server.ts";
import {
  notificationDeliveries as deliveries,
  notifications,
} from "#app/features/notifications/notifications.tables.server.ts";
import { livePet, pets } from "#app/features/pets/pets.tables.server.ts";
import { byPeople } from "#app/features/scans/scans.rules.ts";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Db } from "#app/platform/db/connection/database.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";

export interface SiteStats {
  pets: number;
  tags: number;
  scans: number;
  reunions: number;
  /**
   * Median seconds from a person's scan to the first delivered notification, for the latest scans of the last 30 days;
   * null while there are too few.
   */
  secondsToAlert: number | null;
  /** Price of the cheapest tag in minor units; null while none is for sale. */
  tagFromCents: number | null;
  /** Pets that came home most recently. */
  recentReunions: Reunion[];
  testimonials: Testimonial[];
}

/** What a buyer wrote about a tag, with a first name and an initial. */
export interface Testimonial {
  id: string;
  text: string;
  /** Null once the account is deleted. */
  firstName: string | null;
  initial: string | null;
  product: { id: string; nameEn: string; nameAr: string; photoId: string | null };
}

export interface Reunion {
  id: string;
  name: string;
  photoId: string;
  area: string;
  /** Seconds from when it was lost until it was home. */
  after: number;
}

/** Days of scans that are measured, and the minimum number of measurements. */
const measuredDays = 30;
const minMeasured = 10;
/** Maximum number of measurements; the latest are used. */
const maxMeasured = 1_000;
const maxRecentReunions = 3;
const maxTestimonials = 3;
/** Reviews that are shown as testimonials: minimum stars, and lengths of their text. */
const testimonialLimits = { stars: 4, from: 20, to: 240 };
/** Resolutions of a report that mean the pet is home. */
const homeResolutions: readonly Resolution[] = ["report", "tag", "nearby", "itself", "shelter"];

/** Milliseconds for which computed figures are cached. */
const cacheMs = 600_000;

interface CachedStats {
  at: number;
  stats: Promise<SiteStats>;
}
const cache = new WeakMap<AppContext["pool"], CachedStats>();

/**
 * Returns the home page's statistics, cached. Counting reads whole tables, so after the first time no one waits for it:
 * once the cache is ten minutes old, the next visitor still gets the old figures, and later ones the new.
 */
export function getSiteStats(ctx: AppContext): Promise<SiteStats> {
  const now = ctx.clock.now().getTime();
  const cached = cache.get(ctx.pool);
  if (cached && now - cached.at < cacheMs) return cached.stats;
  const stats = countAll(ctx);
  if (!cached) {
    cache.set(ctx.pool, { at: now, stats });
    stats.catch(() => cache.delete(ctx.pool));
    return stats;
  }
  cached.at = now;
  stats.then(
    () => {
      cached.stats = stats;
    },
    (error) => ctx.log.warn({ err: error }, "home page statistics could not be refreshed"),
  );
  return cached.stats;
}

async function countAll({ db, clock }: AppContext): Promise<SiteStats> {
  const since = clock.ago(measuredDays * dayMs);
  const recent = db
    .select({ id: notifications.id, at: notifications.createdAt })
    .from(notifications)
    .where(and(eq(notifications.kind, "scan"), gte(notifications.createdAt, since)))
    .orderBy(desc(notifications.createdAt))
    .limit(maxMeasured)
    .as("recent");
  const first = db
    .select({ seconds: sql<number>`min(extract(epoch from ${deliveries.updatedAt} - ${recent.at}))`.as("seconds") })
    .from(recent)
    .innerJoin(deliveries, eq(deliveries.notificationId, recent.id))
    .where(eq(deliveries.state, "delivered"))
    .groupBy(recent.id)
    .as("first");
  const [[pet], [tag], [scan], [reunion], [alert], [cheapest], recentReunions, testimonials] = await Promise.all([
    db.select({ all: count() }).from(pets).where(livePet),
    db.select({ all: count() }).from(tags).where(isNotNull(tags.petId)),
    db.select({ all: count() }).from(scanRecords).where(inArray(scanRecords.evidence, byPeople)),
    db
      .select({ all: count() })
      .from(lostFoundPosts)
      .where(and(eq(lostFoundPosts.kind, "lost"), eq(lostFoundPosts.status, "resolved"))),
    db
      .select({ all: count(), median: sql<number>`percentile_cont(0.5) within group (order by ${first.seconds})` })
      .from(first),
    db
      .select({ cents: min(products.payCents) })
      .from(products)
      .where(and(eq(products.category, "tags"), isNull(products.archivedAt), gt(products.stock, 0))),
    listRecentReunions(db),
    listTestimonials(db),
  ]);
  return {
    pets: pet?.all ?? 0,
    tags: tag?.all ?? 0,
    scans: scan?.all ?? 0,
    reunions: reunion?.all ?? 0,
    secondsToAlert: alert && alert.all >= minMeasured ? Number(alert.median) : null,
    tagFromCents: cheapest?.cents ?? null,
    recentReunions,
    testimonials,
  };
}

/** Lists the newest good reviews of tags for sale whose text fits a card, one of each buyer and tag. */
async function listTestimonials(db: Db): Promise<Testimonial[]> {
  const newest = db
    .selectDistinctOn([productReviews.authorId, productReviews.productId], {
      id: productReviews.id,
      text: productReviews.text,
      authorId: productReviews.authorId,
      productId: productReviews.productId,
    })
    .from(productReviews)
    .innerJoin(products, eq(products.id, productReviews.productId))
    .where(
      and(
        eq(products.category, "tags"),
        isNull(products.archivedAt),
        isNull(productReviews.hiddenAt),
        gte(productReviews.stars, testimonialLimits.stars),
        between(sql`char_length(${productReviews.text})`, testimonialLimits.from, testimonialLimits.to),
      ),
    )
    .orderBy(productReviews.authorId, productReviews.productId, desc(productReviews.id))
    .as("newest");
  return db
    .select({
      id: newest.id,
      text: newest.text,
      firstName: users.firstName,
      initial: sql<string | null>`left(${users.lastName}, 1)`,
      product: {
        id: products.id,
        nameEn: products.nameEn,
        nameAr: products.nameAr,
        photoId: productPictures.photoId,
      },
    })
    .from(newest)
    .innerJoin(products, eq(products.id, newest.productId))
    .leftJoin(productPictures, and(eq(productPictures.productId, products.id), eq(productPictures.position, 0)))
    .leftJoin(users, eq(users.id, newest.authorId))
    .orderBy(desc(newest.id))
    .limit(maxTestimonials);
}

/** Lists publicly reported pets with a photo that are home again, most recent first. */
async function listRecentReunions(db: Db): Promise<Reunion[]> {
  const rows = await db
    .select({
      id: lostFoundPosts.id,
      name: lostFoundPosts.petName,
      photoId: sql<string>`${lostFoundPosts.photos}[1]`,
      area: lostFoundPosts.area,
      seenAt: lostFoundPosts.seenAt,
      resolvedAt: lostFoundPosts.resolvedAt,
    })
    .from(lostFoundPosts)
    .where(
      and(
        eq(lostFoundPosts.kind, "lost"),
        eq(lostFoundPosts.status, "resolved"),
        inArray(lostFoundPosts.resolution, [...homeResolutions]),
        isNull(lostFoundPosts.hiddenAt),
        isNotNull(lostFoundPosts.petName),
        sql`cardinality(${lostFoundPosts.photos}) > 0`,
        isNotNull(lostFoundPosts.resolvedAt),
      ),
    )
    .orderBy(desc(lostFoundPosts.resolvedAt))
    .limit(maxRecentReunions);
  return rows.map(({ name, seenAt, resolvedAt, ...row }) => ({
    ...row,
    name: name ?? "",
    after: Math.max(0, (resolvedAt!.getTime() - seenAt.getTime()) / 1000),
  }));
}
