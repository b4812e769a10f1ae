import { asc, inArray } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { findPictureOf } from "./product-colors.ts";
import type { Attributes, ListedProduct } from "./products.rules.ts";
import { productPictures } from "./products.tables.server.ts";

type Pictured = Pick<ListedProduct, "id" | "options" | "photoId">;

/** Returns a function that finds the photo of one of these products in the chosen colour, or else its first. */
export async function findChosenPictures({ db }: Pick<AppContext, "db">, products: Iterable<Pictured>) {
  const ids = [...products].filter(({ options }) => options.some(({ name }) => name === "color")).map(({ id }) => id);
  const all = ids.length
    ? await db
        .select({
          productId: productPictures.productId,
          photoId: productPictures.photoId,
          altEn: productPictures.altEn,
        })
        .from(productPictures)
        .where(inArray(productPictures.productId, ids))
        .orderBy(asc(productPictures.position))
    : [];
  return ({ id, options, photoId }: Pictured, { color }: Attributes): string | null => {
    const pictures = all.filter(({ productId }) => productId === id);
    return (color && findPictureOf({ pictures, options }, color)?.photoId) ?? photoId;
  };
}
