// Owners would lose photos that are still shown, because the cleanup took them for leftovers.
import { globSync } from "node:fs";
import path from "node:path";
import { getTableColumns, is, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { productPictures, products } from "#app/features/catalog/products.tables.server.ts";
import { listAttachmentKeys } from "#app/features/conversations/attachments/attachments.server.ts";
import { storeOrderLines, storeReturns } from "#app/features/orders/orders.tables.server.ts";
import { petHealthEvents } from "#app/features/pets/pets.tables.server.ts";
import { listProofKeys } from "#app/features/plans/upgrade-requests/payment-proofs.server.ts";
import { type AppContext, Clock } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createFiles, type Files } from "#app/platform/files/files.server.ts";
import { findPhoto, listPhotoKeys } from "#app/platform/files/photos.server.ts";
import { openBucket } from "#tests/bucket.ts";
import { createTestData } from "#tests/http/permission-data.ts";
import { createTestApp } from "#tests/test-app.ts";
import { deleteOrphanFiles, fileColumns } from "./delete-orphan-files.server.ts";

const modules = await Promise.all(
  globSync("app/**/*.tables.server.ts").map((file) => import(/* @vite-ignore */ path.resolve(file))),
);
const tables = modules.flatMap((module) => Object.values(module).filter((one): one is PgTable => is(one, PgTable)));
const nameOf = (column: PgColumn) => `${getTableConfig(column.table).name}.${column.name}`;

/** Id columns that refer to no other table and to no file, with their meaning. */
const otherIds: Record<string, string> = {
  "phone_numbers.id": "the phone number in a link",
  "scan_records.visit": "repeated visits to a tag's page",
  "stock_movements.reference": "what moved the stock, which may no longer exist",
  "product_reviews.orderLineId": "what was bought in an order that may no longer exist",
  "cart_merges.key": "a visitor's cart",
  "email_budgets.subjectId": "the subject of an e-mail budget: a pet, or a tag without one",
  "store_orders.idempotencyKey": "one submission of a form",
  "pets.idempotencyKey": "one submission of a form",
  "pet_health_events.idempotencyKey": "one submission of a form",
  "pet_shares.idempotencyKey": "one submission of a form",
  "reminders.idempotencyKey": "one submission of a form",
  "message_attachments.copyOf": "what a photo resembles, which may no longer exist",
  "bulk_run_items.subjectId": "the subject of a bulk action",
  "report_posters.idempotencyKey": "one submission of a form",
  "calendar_links.linkId": "part of a URL",
  "pet_photos.photoId": "the photo that was hashed, which may no longer exist",
  "notifications.petId": "the pet of a notification, which may no longer exist",
};

test("every column that may refer to a file is known to the cleanup", () => {
  const loose = tables.flatMap((table) => {
    const leading = new Set(getTableConfig(table).foreignKeys.flatMap((key) => key.reference().columns));
    return Object.values(getTableColumns(table)).filter(
      (column) => column.getSQLType().startsWith("uuid") && !column.primary && !leading.has(column),
    );
  });
  const known = [...Object.values(fileColumns).flat().map(nameOf), ...Object.keys(otherIds)];
  expect(
    loose.map(nameOf).sort(),
    "name a column of photos in fileColumns (delete-orphan-files.server.ts), or its files are deleted the next night; add any other id to otherIds",
  ).toEqual(known.sort());
});

const hour = 3_600_000;
const keysOf = { photos: listPhotoKeys, proofs: listProofKeys, attachments: listAttachmentKeys };
type Folder = keyof typeof keysOf;

describe.each(["disk", "bucket"])("files on a %s", async (place) => {
  const bucket = await openBucket();
  afterAll(() => bucket.close());
  const testApp = await createTestApp();
  const s3 = place === "bucket" ? bucket.settings : undefined;
  const files = await createFiles({ dataDir: testApp.ctx.settings.dataDir, s3 });
  const logged: unknown[] = [];
  const log = {
    ...testApp.ctx.log,
    info: (...line: unknown[]) => logged.push(line),
    error: (...line: unknown[]) => logged.push(line),
  };
  const ctx = { ...testApp.ctx, files, clock: new Clock(), log: log as unknown as AppContext["log"] };

  beforeAll(async () => {
    const { petId } = await createTestData({ ...testApp.ctx, files });
    const [line] = await ctx.db.select().from(storeOrderLines).limit(1);
    const [product] = await ctx.db.select().from(products).limit(1);
    const now = new Date();
    await ctx.db
      .insert(petHealthEvents)
      .values({ id: createId(), petId, kind: "checkup", day: "2026-01-05", photoId: createId(), createdAt: now });
    await ctx.db
      .insert(productPictures)
      .values({ id: createId(), productId: product!.id, position: 0, photoId: createId() });
    await ctx.db.insert(storeReturns).values({
      id: createId(),
      orderId: line!.orderId,
      lineId: line!.id,
      quantity: 1,
      reason: "wrongSize",
      requestedAt: now,
      updatedAt: now,
    });
  });

  /** Returns an id as generated this many hours ago. */
  function idOf(hoursAgo: number): string {
    const time = (Date.now() - hoursAgo * hour).toString(16).padStart(12, "0");
    return `${time.slice(0, 8)}-${time.slice(8)}${createId().slice(13)}`;
  }

  async function put(folder: Folder, id: string): Promise<string> {
    await Promise.all(keysOf[folder](id).map((key) => files.put(key, Buffer.from("x"), "image/webp")));
    return id;
  }
  const isThere = async (folder: Folder, id: string) => {
    const found = await Promise.all(keysOf[folder](id).map((key) => files.find(key)));
    expect(new Set(found.map((bytes) => bytes === null)).size).toBe(1);
    return found[0] !== null;
  };

  async function setReference(column: PgColumn, id: string): Promise<void> {
    const value = column.dataType === "array" ? sql`array[${id}]::uuid[]` : sql`${id}::uuid`;
    const name = sql.identifier(column.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    const { rowCount } = await ctx.db.execute(
      sql`update ${column.table} set ${name} = ${value} where ctid = (select ctid from ${column.table} limit 1)`,
    );
    expect([nameOf(column), rowCount]).toEqual([nameOf(column), 1]);
  }

  test("keeps files that any table refers to and recent ones, and deletes the others page by page", async () => {
    for (const folder of ["photos", "proofs", "attachments"] as const) {
      const named: string[] = [];
      for (const column of fileColumns[folder]) {
        const id = await put(folder, idOf(100));
        await setReference(column, id);
        named.push(id);
      }
      const young = await Promise.all([put(folder, idOf(23)), put(folder, createId())]);
      const orphans = await Promise.all(Array.from({ length: 20 }, () => put(folder, idOf(25))));
      logged.length = 0;
      await deleteOrphanFiles(ctx);
      for (const id of [...named, ...young])
        expect([folder, id, await isThere(folder, id)]).toEqual([folder, id, true]);
      for (const id of orphans) expect([folder, id, await isThere(folder, id)]).toEqual([folder, id, false]);
      const line = logged.find((one) => JSON.stringify(one).includes(`"${folder}"`)) as [object];
      expect(line[0]).toEqual({ folder, removed: 20, named: named.length });
    }
  });

  test("ignores unknown folders, and finds nothing the second time", async () => {
    await files.put("photos/readme/note.txt", Buffer.from("x"), "text/plain");
    logged.length = 0;
    await deleteOrphanFiles(ctx);
    expect(await files.find("photos/readme/note.txt")).not.toBeNull();
    expect(JSON.stringify(logged)).toContain('"removed":0');
    expect(JSON.stringify(logged)).not.toMatch(/"removed":[1-9]/);
  });

  test("continues after a file that cannot be deleted", async () => {
    const ids = await Promise.all([1, 2, 3].map(() => put("photos", idOf(48))));
    const remove = async (keys: string[]) => {
      if (keys.some((key) => key.includes(ids[1]!))) throw new Error("access denied");
      await files.remove(keys);
    };
    logged.length = 0;
    await deleteOrphanFiles({ ...ctx, files: { ...files, remove } as Files });
    expect(await Promise.all(ids.map((id) => isThere("photos", id)))).toEqual([false, true, false]);
    expect(JSON.stringify(logged)).toContain('"removed":2');
    await files.remove(listPhotoKeys(ids[1]!));
  });

  test("deletes nothing and logs an error when nearly all files are unreferenced", async () => {
    const strange = await Promise.all(Array.from({ length: 101 }, () => put("photos", idOf(48))));
    logged.length = 0;
    await deleteOrphanFiles(ctx);
    for (const id of strange) expect(await isThere("photos", id)).toBe(true);
    expect(JSON.stringify(logged)).toContain('"left":101');
  });
});

test("the file of a deleted row is deleted on the next day and no longer served from the cache", async () => {
  const testApp = await createTestApp();
  const id = createId();
  for (const key of listPhotoKeys(id)) await testApp.ctx.files.put(key, Buffer.from("x"), "image/webp");
  await deleteOrphanFiles(testApp.ctx);
  expect(await findPhoto(testApp.ctx.files, id, "160.webp")).not.toBeNull();
  await deleteOrphanFiles({ ...testApp.ctx, clock: new Clock(() => new Date(Date.now() + 25 * hour)) });
  expect(await findPhoto(testApp.ctx.files, id, "160.webp")).toBeNull();
});
