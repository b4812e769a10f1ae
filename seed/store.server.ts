import { readFile } from "node:fs/promises";
import path from "node:path";
import { createProduct } from "#app/features/admin/products/manage-products.server.ts";
import { addPicture } from "#app/features/admin/products/product-pictures.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { fromUsCents } from "#app/platform/i18n/money.rules.ts";
import { demoProducts, type Picture } from "./demo-products.ts";

/** Creates the demo store's products. `seed/pictures/draw.ts` draws their pictures. */
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
      const bytes = await readFile(path.join(ctx.settings.root, "seed/photos/store", `${name}.webp`));
      const photo = new File([bytes], `${name}.webp`, { type: "image/webp" });
      await addPicture(ctx, admin, productId, { photo, altEn, altAr });
    }
}
