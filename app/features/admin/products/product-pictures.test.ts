// Buyers would see the wrong picture first, or a stranger could change the pictures of the shop.
import { describe, expect, test } from "vitest";
import { getProduct } from "#app/features/catalog/store/store.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { findPhoto } from "#app/platform/files/photos.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { plainPicture } from "#tests/plain-picture.ts";
import { createTestApp } from "#tests/test-app.ts";
import { addPicture, deletePicture, movePictureForward, updatePictureText } from "./product-pictures.server.ts";

const testApp = await createTestApp();
const admin = await createTestAdmin(testApp.ctx);
const bytes = await plainPicture(40, 40, "#0e6b64").png().toBuffer();
const photo = new File([new Uint8Array(bytes)], "tag.png", { type: "image/png" });

const add = (productId: string, altEn = "") => addPicture(testApp.ctx, admin, productId, { photo, altEn });
const alts = async (productId: string) =>
  (await getProduct(testApp.ctx, productId)).pictures.map(({ altEn }) => altEn).join("");

describe("product pictures", () => {
  test("have the order that the administrator gives them, with the first one on the card", async () => {
    const productId = await createTestProduct(testApp.ctx);
    const [first, second, third] = [await add(productId, "A"), await add(productId, "B"), await add(productId, "C")];
    const move = (pictureId: string) => movePictureForward(testApp.ctx, admin, { productId, pictureId });
    await move(first);
    expect(await alts(productId)).toBe("ABC");
    await move(third);
    await move(third);
    expect(await alts(productId)).toBe("CAB");
    await updatePictureText(testApp.ctx, admin, { productId, pictureId: second }, { altEn: "Z", altAr: "ي" });
    const { photoId, pictures } = await getProduct(testApp.ctx, productId);
    expect(photoId).toBe(pictures[0]?.photoId);
    await deletePicture(testApp.ctx, admin, { productId, pictureId: third });
    expect(await alts(productId)).toBe("AZ");
    expect(await findPhoto(testApp.ctx.files, photoId as string, "160.webp")).toBeNull();
  });

  test("are limited to eight, also for concurrent uploads", async () => {
    const productId = await createTestProduct(testApp.ctx);
    const admins = await Promise.all(Array.from({ length: 10 }, () => createTestAdmin(testApp.ctx)));
    const send = (one: Actor) => addPicture(testApp.ctx, one, productId, { photo, altEn: "x" });
    const results = await Promise.allSettled(admins.map(send));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
    expect(await alts(productId)).toBe("xxxxxxxx");
  });

  test("can be changed only by administrators and through their own product", async () => {
    const [mine, other] = [await createTestProduct(testApp.ctx), await createTestProduct(testApp.ctx)];
    const pictureId = await add(mine);
    const owner = await createTestUser(testApp.ctx);
    await expect(deletePicture(testApp.ctx, admin, { productId: other, pictureId })).rejects.toMatchObject({
      status: 404,
    });
    await expect(deletePicture(testApp.ctx, owner, { productId: mine, pictureId })).rejects.toMatchObject({
      status: 403,
    });
    await expect(addPicture(testApp.ctx, owner, mine, { photo })).rejects.toMatchObject({ status: 403 });
    await expect(add(createId())).rejects.toMatchObject({ status: 404 });
    const text = new File(["<svg onload=alert(1)>"], "x.png", { type: "image/png" });
    await expect(addPicture(testApp.ctx, admin, mine, { photo: text })).rejects.toMatchObject({ field: "photo" });
  });
});
