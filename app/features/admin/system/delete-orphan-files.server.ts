import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { productPictures } from "#app/features/catalog/products.tables.server.ts";
import { lostFoundPosts } from "#app/features/lost-found/reports.tables.server.ts";
import { storeOrderLines, storeReturns } from "#app/features/orders/orders.tables.server.ts";
import { petHealthEvents } from "#app/features/pets/health.tables.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { subscriptionRequests } from "#app/features/plans/plans.tables.server.ts";
import { listProofKeys } from "#app/features/plans/upgrade-requests/payment-proofs.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { getIdTime, isId } from "#app/platform/db/uuid.server.ts";
import { listPhotoKeys } from "#app/platform/files/photos.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";

/** Every column that names files, by the folder in which they lie; a test fails for one that is missing here. */
export const namingColumns: Record<"photos" | "proofs", PgColumn[]> = {
  photos: [
    pets.photoId,
    petHealthEvents.photoId,
    lostFoundPosts.photos,
    lostFoundPosts.hiddenPhotos,
    productPictures.photoId,
    storeOrderLines.photoId,
    storeReturns.photoId,
  ],
  proofs: [subscriptionRequests.proofId],
};

type Folder = keyof typeof namingColumns;
const folders = Object.keys(namingColumns) as Folder[];
const keysOf = { photos: listPhotoKeys, proofs: listProofKeys };

/** A file is written before the row that names it: this long it may be on its way. Milliseconds. */
const minAge = 24 * 3_600_000;
/** How many are asked about together. */
const atOnce = 5000;
/** More than so many, and more than are named, are no leftovers: this is another database than the files belong to. */
const plausible = 100;

async function unnamed({ db }: Pick<AppContext, "db">, folder: Folder, ids: string[]): Promise<string[]> {
  const asked = sql`${sql.param(ids)}::uuid[]`;
  const named = namingColumns[folder].map((column) =>
    column.dataType === "array"
      ? sql`select unnest(${column}) as id from ${column.table} where ${column} && ${asked}`
      : sql`select ${column} as id from ${column.table} where ${column} = any(${asked})`,
  );
  const { rows } = await db.execute<{ id: string }>(
    sql`select one.id from unnest(${asked}) as one(id) except (${sql.join(named, sql` union all `)})`,
  );
  return rows.map(({ id }) => id);
}

async function findLeft(ctx: AppContext, folder: Folder) {
  const before = ctx.clock.now().getTime() - minAge;
  const left: string[] = [];
  let old = 0;
  let asked: string[] = [];
  const ask = async () => {
    left.push(...(await unnamed(ctx, folder, asked)));
    old += asked.length;
    asked = [];
  };
  for await (const names of ctx.files.folders(folder)) {
    asked.push(...names.filter((name) => isId(name) && getIdTime(name).getTime() < before));
    if (asked.length >= atOnce) await ask();
  }
  await ask();
  return { left, named: old - left.length };
}

/**
 * Removes photos and proofs that no row names and that are older than a day: of a form that was killed before its row was
 * written, and of a row that went while its files could not. Removes none, and says so, where most are named by nobody.
 */
export async function deleteOrphanFiles(ctx: AppContext): Promise<void> {
  for (const folder of folders) {
    const { left, named } = await findLeft(ctx, folder);
    if (left.length > plausible && left.length > named) {
      ctx.log.error({ folder, left: left.length, named }, "most files belong to nothing here: none was removed");
      continue;
    }
    for (const id of left) await ctx.files.remove(keysOf[folder](id));
    ctx.log.info({ folder, removed: left.length, named }, "files that nothing names any more were removed");
  }
}

export const orphanFilesJob = defineJob<AppContext, object>(
  "overview.sweep-files",
  { cron: "47 3 * * *", expireInSeconds: 3600 },
  deleteOrphanFiles,
);
