import { createProduct } from "#app/features/admin/products/manage-products.server.ts";
import { addStoredPicture } from "#app/features/admin/products/product-pictures.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addRenditions } from "#app/platform/files/photos.server.ts";
import { fromUsCents } from "#app/platform/i18n/money.rules.ts";
import { demoProducts, type Picture } from "./demo-products.ts";
import { readRenditions } from "./pictures/encoded-photos.ts";

/** Creates the demo store's products, with pictures that `seed/pictures/draw.ts` has drawn and encoded. */
export async function seedStore(ctx: AppContext, admin: Actor): Promise<void> {
  const added: { productId: string; pictures: Picture[] }[] = [];
  for (const { pictures, priceCents, salePriceCents, ...form } of demoProducts) {
    const prices = {
      priceCents: fromUsCents(priceCents),
      salePriceCents: salePriceCents && fromUsCents(salePriceCents),
    };
    added.push({ productId: await createProduct(ctx, admin, { ...form, ...prices }), pictures });
  }
  // Sequentially, because the demo data is one transaction on one connection.
  for (const { productId, pictures } of added)
    for (const [name, altEn, altAr] of pictures) {
      const photoId = await addRenditions(ctx.files, await readRenditions(ctx.settings.root, name));
      await addStoredPicture(ctx, admin, productId, { photoId, altEn, altAr });
    }
}
