import { asc, eq, sql } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { maxPictures } from "#app/features/catalog/products.rules.ts";
import { productPictures, products } from "#app/features/catalog/products.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { withStoredFiles } from "#app/platform/files/files.server.ts";
import { addPhoto, deletePhoto } from "#app/platform/files/photos.server.ts";

interface Alts {
  altEn?: string | undefined;
  altAr?: string | undefined;
}

/**
 * Locks the product, so that changes to its pictures run one after the other, increments its version, writes the audit
 * log, and returns the ids of its pictures in order.
 */
async function lockPictures(tx: AppContext, admin: Actor, productId: string): Promise<string[]> {
  const [touched] = await tx.db
    .update(products)
    .set({ version: sql`${products.version} + 1`, updatedAt: tx.clock.now() })
    .where(eq(products.id, productId))
    .returning({ sku: products.sku });
  if (!touched) throw notFound();
  const subject = { kind: "product", id: productId, name: touched.sku } as const;
  await recordChange(tx, admin, { action: "product.pictures", subject });
  const rows = await tx.db
    .select({ id: productPictures.id })
    .from(productPictures)
    .where(eq(productPictures.productId, productId))
    .orderBy(asc(productPictures.position));
  return rows.map((row) => row.id);
}

async function savePictureOrder(tx: AppContext, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries())
    await tx.db.update(productPictures).set({ position }).where(eq(productPictures.id, id));
}

/**
 * Appends a picture with its description in both languages and returns its id. Administrators only. Rejects a ninth
 * picture, and a file that is not a supported photo.
 */
export async function addPicture(
  ctx: AppContext,
  admin: Actor,
  productId: string,
  { photo, ...alts }: Alts & { photo: File },
): Promise<string> {
  requireAdmin(admin);
  const bytes = new Uint8Array(await photo.arrayBuffer());
  const photoId = await addPhoto(ctx.files, admin, bytes, "photo", { forFinders: false });
  return addStoredPicture(ctx, admin, productId, { photoId, ...alts });
}

/** Like `addPicture`, with a stored photo, which is deleted if the picture cannot be added. */
export async function addStoredPicture(
  ctx: AppContext,
  admin: Actor,
  productId: string,
  { photoId, altEn = "", altAr = "" }: Alts & { photoId: string },
): Promise<string> {
  const write = () =>
    withTransaction(ctx, async (tx) => {
      const { length } = await lockPictures(tx, admin, productId);
      if (length >= maxPictures)
        throw new AppError("adminProducts.tooManyPictures", 409, { field: "photo", params: { most: maxPictures } });
      const id = createId();
      await tx.db.insert(productPictures).values({ id, productId, position: length, photoId, altEn, altAr });
      return id;
    });
  return withStoredFiles(write, () => deletePhoto(ctx.files, photoId));
}

interface PictureRef {
  productId: string;
  pictureId: string;
}

async function withPicture(
  ctx: AppContext,
  admin: Actor,
  which: PictureRef,
  work: (tx: AppContext, ids: string[]) => Promise<void>,
) {
  requireAdmin(admin);
  const { productId, pictureId } = which;
  await withTransaction(ctx, async (tx) => {
    const ids = await lockPictures(tx, admin, productId);
    if (!ids.includes(pictureId)) throw notFound();
    await work(tx, ids);
  });
}

/** Moves a picture one place forward; does nothing for the first one, which is shown on the product's card. */
export async function movePictureForward(ctx: AppContext, admin: Actor, which: PictureRef): Promise<void> {
  await withPicture(ctx, admin, which, async (tx, ids) => {
    const place = ids.indexOf(which.pictureId as string);
    if (place === 0) return;
    const before = ids.slice(0, place - 1);
    await savePictureOrder(tx, [...before, ids[place]!, ids[place - 1]!, ...ids.slice(place + 1)]);
  });
}

/** Updates a picture's description (alternative text). */
export async function updatePictureText(
  ctx: AppContext,
  admin: Actor,
  which: PictureRef,
  { altEn, altAr }: Alts,
): Promise<void> {
  await withPicture(ctx, admin, which, async (tx) => {
    await tx.db
      .update(productPictures)
      .set({ altEn: altEn ?? "", altAr: altAr ?? "" })
      .where(eq(productPictures.id, which.pictureId as string));
  });
}

/** Deletes a picture with its files; the others move up. */
export async function deletePicture(ctx: AppContext, admin: Actor, which: PictureRef): Promise<void> {
  let photoId: string | undefined;
  await withPicture(ctx, admin, which, async (tx, ids) => {
    const [gone] = await tx.db
      .delete(productPictures)
      .where(eq(productPictures.id, which.pictureId as string))
      .returning({ photoId: productPictures.photoId });
    photoId = gone?.photoId;
    await savePictureOrder(
      tx,
      ids.filter((id) => id !== which.pictureId),
    );
  });
  if (photoId) await deletePhoto(ctx.files, photoId);
}
