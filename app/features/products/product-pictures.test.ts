import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { findPhoto } from "#app/platform/files/photos.server.ts";
import { anAdmin, aProduct, aUser } from "#tests/make.ts";
import { type TestWorld, testWorld } from "#tests/world.ts";
import { addPicture, describePicture, movePictureForward, removePicture } from "./product-pictures.server.ts";
import { getProduct } from "./store.server.ts";

let lab: TestWorld;
let admin: Actor;
let photo: File;

beforeAll(async () => {
  lab = await testWorld();
  admin = await anAdmin(lab.world);
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#0e6b64" } })
    .png()
    .toBuffer();
  photo = new File([new Uint8Array(bytes)], "tag.png", { type: "image/png" });
});
afterAll(() => lab.close());

const add = (productId: string, altEn = "") => addPicture(lab.world, admin, productId, { photo, altEn });
const alts = async (productId: string) =>
  (await getProduct(lab.world, productId)).pictures.map(({ altEn }) => altEn).join("");

describe("a product's pictures", () => {
  test("stand in the order the administrator gives them, the first one on the card", async () => {
    const productId = await aProduct(lab.world);
    const [first, second, third] = [await add(productId, "A"), await add(productId, "B"), await add(productId, "C")];
    const move = (pictureId: string) => movePictureForward(lab.world, admin, { productId, pictureId });
    await move(first);
    expect(await alts(productId)).toBe("ABC");
    await move(third);
    await move(third);
    expect(await alts(productId)).toBe("CAB");
    await describePicture(lab.world, admin, { productId, pictureId: second }, { altEn: "Z", altAr: "ي" });
    const { photoId, pictures } = await getProduct(lab.world, productId);
    expect(photoId).toBe(pictures[0]?.photoId);
    await removePicture(lab.world, admin, { productId, pictureId: third });
    expect(await alts(productId)).toBe("AZ");
    expect(await findPhoto(lab.world.files, photoId as string, "160.webp")).toBeNull();
  });

  test("are eight at most, however many come at once", async () => {
    const productId = await aProduct(lab.world);
    const admins = await Promise.all(Array.from({ length: 10 }, () => anAdmin(lab.world)));
    const send = (one: Actor) => addPicture(lab.world, one, productId, { photo, altEn: "x" });
    const results = await Promise.allSettled(admins.map(send));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
    expect(await alts(productId)).toBe("xxxxxxxx");
  });

  test("belong to one product and to administrators", async () => {
    const [mine, other] = [await aProduct(lab.world), await aProduct(lab.world)];
    const pictureId = await add(mine);
    const owner = await aUser(lab.world);
    await expect(removePicture(lab.world, admin, { productId: other, pictureId })).rejects.toMatchObject({
      status: 404,
    });
    await expect(removePicture(lab.world, owner, { productId: mine, pictureId })).rejects.toMatchObject({
      status: 403,
    });
    await expect(addPicture(lab.world, owner, mine, { photo })).rejects.toMatchObject({ status: 403 });
    await expect(add(newId())).rejects.toMatchObject({ status: 404 });
    const text = new File(["<svg onload=alert(1)>"], "x.png", { type: "image/png" });
    await expect(addPicture(lab.world, admin, mine, { photo: text })).rejects.toMatchObject({ field: "photo" });
  });
});
