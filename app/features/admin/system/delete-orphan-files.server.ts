import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { productPictures } from "#app/features/catalog/products.tables.server.ts";
import { listAttachmentKeys } from "#app/features/conversations/attachments/attachments.server.ts";
import { messageAttachments } from "#app/features/conversations/conversations.tables.server.ts";
import { lostFoundPosts } from "#app/features/lost-found/reports.tables.server.ts";
import { storeOrderLines, storeReturns } from "#app/features/orders/orders.tables.server.ts";
import { petHealthEvents, pets } from "#app/features/pets/pets.tables.server.ts";
import { subscriptionRequests } from "#app/features/plans/plans.tables.server.ts";
import { listProofKeys } from "#app/features/plans/upgrade-requests/payment-proofs.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { getIdTime, isId } from "#app/platform/db/uuid.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { listPhotoKeys } from "#app/platform/files/photos.server.ts";
import type { PrivateFolder } from "#app/platform/files/private-pictures.server.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";

/** Every column that refers to files, by folder; a test fails when one is missing here. */
export const fileColumns: Record<"photos" | PrivateFolder, PgColumn[]> = {
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
  attachments: [messageAttachments.fileId],
};

type Folder = keyof typeof fileColumns;
const folders = Object.keys(fileColumns) as Folder[];
const keysOf = { photos: listPhotoKeys, proofs: listProofKeys, attachments: listAttachmentKeys };

/** Minimum age of a file to be deleted in milliseconds, since a file is written before the row that refers to it. */
const minAge = dayMs;
const batchSize = 5000;
/** More orphans than this, and more than referenced files, mean that the database does not belong to these files. */
const maxPlausibleOrphans = 100;

async function findUnreferenced({ db }: Pick<AppContext, "db">, folder: Folder, ids: string[]): Promise<string[]> {
  const candidates = sql`${sql.param(ids)}::uuid[]`;
  const named = fileColumns[folder].map((column) =>
    column.dataType === "array"
      ? sql`select unnest(${column}) as id from ${column.table} where ${column} && ${candidates}`
      : sql`select ${column} as id from ${column.table} where ${column} = any(${candidates})`,
  );
  const { rows } = await db.execute<{ id: string }>(
    sql`select one.id from unnest(${candidates}) as one(id) except (${sql.join(named, sql` union all `)})`,
  );
  return rows.map(({ id }) => id);
}

async function findOrphans(ctx: AppContext, folder: Folder) {
  const before = ctx.clock.now().getTime() - minAge;
  const left: string[] = [];
  let old = 0;
  let candidates: string[] = [];
  const ask = async () => {
    left.push(...(await findUnreferenced(ctx, folder, candidates)));
    old += candidates.length;
    candidates = [];
  };
  for await (const names of ctx.files.folders(folder)) {
    candidates.push(...names.filter((name) => isId(name) && getIdTime(name).getTime() < before));
    if (candidates.length >= batchSize) await ask();
  }
  await ask();
  return { left, named: old - left.length };
}

/**
 * Deletes files older than a day that no row refers to: left by a form that was killed before its row was
 * written, or by a row whose files could not be deleted. Deletes none and logs an error when most files are
 * unreferenced.
 */
export async function deleteOrphanFiles(ctx: AppContext): Promise<void> {
  for (const folder of folders) {
    const { left, named } = await findOrphans(ctx, folder);
    if (left.length > maxPlausibleOrphans && left.length > named) {
      ctx.log.error({ folder, left: left.length, named }, "most files are unreferenced, none deleted");
      continue;
    }
    let failed = 0;
    for (const id of left)
      await ctx.files.remove(keysOf[folder](id)).catch((error) => {
        ctx.log.error({ err: error, folder, id }, "unreferenced file could not be deleted");
        failed++;
      });
    ctx.log.info({ folder, removed: left.length - failed, named }, "unreferenced files deleted");
  }
}

export const orphanFilesJob = defineJob<AppContext, object>(
  "admin.delete-orphan-files",
  { cron: "47 3 * * *", expireInSeconds: 3600 },
  deleteOrphanFiles,
);
