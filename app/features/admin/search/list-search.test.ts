// Support could not find the row of a person who reads out what is printed on their tag or slip.
import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import { conversations, messages } from "#app/features/conversations/conversations.tables.server.ts";
import { listReportedConversations } from "#app/features/conversations/reported-conversations.server.ts";
import { banReporter, listBans } from "#app/features/lost-found/moderation/report-bans.server.ts";
import { createGuestReport, createReport } from "#app/features/lost-found/publish-reports.server.ts";
import { lostFoundPosts } from "#app/features/lost-found/reports.tables.server.ts";
import { listOrderLines } from "#app/features/orders/fulfilment/order-status.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { requestReturn } from "#app/features/orders/returns/returns.server.ts";
import { subscriptionRequests } from "#app/features/plans/plans.tables.server.ts";
import { listRequests } from "#app/features/plans/review/list-requests.server.ts";
import { receiptNumber } from "#app/features/plans/upgrade-requests.rules.ts";
import { listBatches } from "#app/features/tags/batches/batches.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { listFiles } from "#tests/check/files.ts";
import {
  createClaimedTag,
  createTestAdmin,
  createTestBatch,
  createTestClinic,
  createTestPet,
  createTestProduct,
  createTestUser,
} from "#tests/make.ts";
import { createOrderInStatus } from "#tests/make-orders.ts";
import { createTestUpgradeRequest } from "#tests/make-plans.ts";
import { createTestApp } from "#tests/test-app.ts";
import { listClinics, readClinicSearch } from "../clinics/list-clinics.server.ts";
import { listAllReports } from "../lost-found/admin-reports.server.ts";
import { listOpenReturns, listOrders } from "../orders/admin-orders.server.ts";
import { listAllPets } from "../pets/admin-pets.server.ts";
import { listAllProducts } from "../products/admin-products.server.ts";
import { listAllTags } from "../tags/list-all-tags.server.ts";
import { listUsers } from "../users/list-users.server.ts";
import { suspendUser } from "../users/manage-users.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);

/** A row of a list: the searches that should find it, and the list's search function. */
interface Listed {
  id: string;
  by: Record<string, string>;
  find: (search: string) => Promise<string[]>;
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const phone = "+201009876543";
const phones = {
  "its international form": phone,
  "00 and spaces": "00 20 100 987 6543",
  "its national form": "0100 987 6543",
  "Arabic digits": "٠١٠٠٩٨٧٦٥٤٣",
  "hyphens without the zero": "100-987-6543",
};
const names = {
  "the name": "Zoë Abdelrahman",
  "the reverse order, without accents": "abdelrahman zoe",
};
const arabicNames = {
  "another spelling of the Arabic letters": "اميره على",
  "the reverse order with tashkeel": "عَلي أَميرة",
};

async function createPerson() {
  const person = await createTestUser(ctx, {
    firstName: "Zoë",
    lastName: "Abdelrahman",
    name: "Zoë Abdelrahman أميرة علي",
    email: `zoe.${createId()}@example.test`,
    phone,
    verifiedPhone: null,
  });
  return person;
}

async function createReturnedOrder() {
  const buyer = await createPerson();
  const productId = await createTestProduct(ctx, {
    sku: `COLLAR-${createId().slice(-6)}`,
    nameEn: "Café collar",
    nameAr: "طوق القهوة",
    category: "collars",
    stock: 20,
  });
  const order = await createOrderInStatus(ctx, { buyer, admin }, "delivered", productId);
  const tracking = `TRK ${order.number.slice(-6)}0042`;
  await ctx.db
    .update(storeOrders)
    .set({ fullName: "Zoë Abdelrahman أميرة علي", phone, city: "المنصورة", trackingNumber: tracking })
    .where(eq(storeOrders.id, order.id));
  return { buyer, order, tracking };
}

/** Every list page of the panel, by the file of its page. Add a new list here. */
const lists: Record<string, () => Promise<Listed[]>> = {
  "clinics/admin-clinics-page.tsx": async () => {
    const id = await createTestClinic(ctx, {
      nameEn: "Café Vets",
      nameAr: "عيادة الأميرة",
      area: "Zamalek",
      phone,
    });
    return [
      {
        id,
        by: { "its name": "cafe vets", "its Arabic name": "عياده الاميره", "its area": "zamalek", ...phones },
        find: async (search) => {
          const request = new Request(`${ctx.settings.publicUrl}?${new URLSearchParams({ q: search })}`);
          return ids((await listClinics(ctx, admin, readClinicSearch(request))).clinics);
        },
      },
    ];
  },
  "users/admin-users-page.tsx": async () => {
    const person = await createPerson();
    return [
      {
        id: person.id,
        by: { ...names, ...arabicNames, ...phones, "the address": person.email.toUpperCase() },
        find: async (search) => ids((await listUsers(ctx, admin, { search })).users),
      },
    ];
  },
  "pets/admin-pets-page.tsx": async () => {
    const owner = await createPerson();
    const id = await createTestPet(ctx, owner, {
      name: "Crème Brûlée",
      type: "cat",
      breed: "Scottish Fold",
      microchip: "981020000000042",
    });
    const tag = await createClaimedTag(ctx, owner, id);
    return [
      {
        id,
        by: {
          ...names,
          ...arabicNames,
          ...phones,
          "its name": "creme brulee",
          "its kind": "قطه",
          "its breed as Arabic readers see it": "سكوتش فولد",
          "its owner's address": owner.email,
          "the code of its tag": tag.code,
          "that code without hyphens": tag.code.replaceAll("-", "").toLowerCase(),
          "its chip": "٩٨١ ٠٢٠ ٠٠٠ ٠٠٠ ٠٤٢",
        },
        find: async (search) => ids((await listAllPets(ctx, admin, { search })).pets),
      },
    ];
  },
  "tags/admin-tags-page.tsx": async () => {
    const owner = await createPerson();
    const petId = await createTestPet(ctx, owner, { name: "Señor Whiskers", microchip: null });
    const tag = await createClaimedTag(ctx, owner, petId);
    return [
      {
        id: tag.id,
        by: {
          ...names,
          ...arabicNames,
          ...phones,
          "its code": tag.code,
          "its code without hyphens": tag.code.replaceAll("-", "").toLowerCase(),
          "its pet": "senor whiskers",
          "its owner's address": owner.email,
        },
        find: async (search) => ids((await listAllTags(ctx, admin, { search })).tags),
      },
    ];
  },
  "tag-batches/batches-page.tsx": async () => {
    const id = await createTestBatch(ctx, { name: "Équipe Août 2026 دُفعة" });
    return [
      {
        id,
        by: { "its name": "equipe aout", "another order": "2026 equipe", Arabic: "دفعه", "its chip": "equipe ntag213" },
        find: async (search) => ids((await listBatches(ctx, admin, { search })).batches),
      },
    ];
  },
  "orders/admin-orders-page.tsx": async () => {
    const { buyer, order, tracking } = await createReturnedOrder();
    return [
      {
        id: order.id,
        by: {
          ...names,
          ...arabicNames,
          ...phones,
          "its number": order.number.toLowerCase(),
          "its number without the prefix": order.number.slice(3),
          "without prefix and hyphens": order.number.slice(3).replaceAll("-", ""),
          "the buyer's address": buyer.email,
          "its tracking number": tracking,
          "its city": "المنصوره",
          "what was bought": "cafe collar",
        },
        find: async (search) => ids((await listOrders(ctx, admin, { search })).orders),
      },
    ];
  },
  "orders/admin-returns-page.tsx": async () => {
    const { buyer, order, tracking } = await createReturnedOrder();
    const [line] = await listOrderLines(ctx, order.id);
    const form = { lineId: line!.id, quantity: 1, reason: "wrongSize", note: "Trop serré" } as const;
    await requestReturn(ctx, buyer, order.number, form);
    return [
      {
        id: order.number,
        by: {
          ...names,
          ...arabicNames,
          ...phones,
          "its number": order.number,
          "its number without the prefix": order.number.slice(3),
          "its tracking number": tracking,
          "the note": "trop serre",
          "what comes back": "طوق القهوه",
        },
        find: async (search) => (await listOpenReturns(ctx, admin, search)).map(({ number }) => number),
      },
    ];
  },
  "lost-found/admin-reports-page.tsx": async () => {
    const find = async (search: string) => ids((await listAllReports(ctx, admin, { search, state: "all" })).reports);
    const from = { address: "203.0.113.7", language: "en" } as const;
    const about = { type: "cat", area: "Zamalek, Cairo", seenAt: ctx.clock.now() } as const;
    const reporter = await createPerson();
    const own = await createReport(ctx, reporter, { kind: "lost", petName: "Crème", ...about }, from);
    const guestEmail = "guest.finder@example.test";
    const guests = await createGuestReport(ctx, { kind: "found", ...about, description: "غزالة", guestEmail }, from);
    await ctx.db
      .update(lostFoundPosts)
      .set({ contactName: "Zoë Abdelrahman أميرة علي", contactPhone: phone })
      .where(eq(lostFoundPosts.id, guests));
    return [
      {
        id: own,
        by: {
          ...names,
          ...arabicNames,
          ...phones,
          "its name": "creme",
          "its place": "zamalek",
          "its place as Arabic readers see it": "الزمالك",
          "the reporter's address": reporter.email,
        },
        find,
      },
      {
        id: guests,
        by: { ...names, ...arabicNames, ...phones, "the guest's address": guestEmail, "what it says": "غزاله" },
        find,
      },
    ];
  },
  "lost-found/bans-page.tsx": async (): Promise<Listed[]> => {
    const from = { address: "203.0.113.8", language: "en" } as const;
    const guestEmail = "renée@example.test";
    const about = { kind: "found", type: "dog", area: "Maadi", seenAt: ctx.clock.now(), guestEmail } as const;
    await banReporter(ctx, admin, await createGuestReport(ctx, about, from), { reason: "يبيع الحيوانات Réseau" });
    const [ban] = (await listBans(ctx, admin, {})).bans;
    return [
      {
        id: ban!.id,
        by: { "the address": "renee@example", "the reason": "reseau الحيوانات" },
        find: async (search) => ids((await listBans(ctx, admin, { search })).bans),
      },
    ];
  },
  "lost-found/reported-conversations-page.tsx": async (): Promise<Listed[]> => {
    const owner = await createPerson();
    const conversationId = createId();
    await ctx.db.insert(conversations).values({
      id: conversationId,
      ownerId: owner.id,
      link: "/x",
      about: "Crème",
      finderName: "Søren",
      finderLanguage: "en",
      state: "reported",
      stateAt: ctx.clock.now(),
    });
    await ctx.db
      .insert(messages)
      .values({ id: createId(), conversationId, author: "finder", body: "ادفع ألف جنيه أولًا" });
    return [
      {
        id: conversationId,
        by: {
          ...names,
          ...arabicNames,
          "what it is about": "creme",
          "who wrote": "soren",
          "what was written": "الف جنيه",
        },
        find: async (search) => ids(await listReportedConversations(ctx, admin, search)),
      },
    ];
  },
  "products/admin-products-page.tsx": async () => {
    const sku = `TAG-${createId().slice(-6)}`;
    const id = await createTestProduct(ctx, { sku, nameEn: "Émeraude tag", nameAr: "بطاقة الزُّمُرُّدة" });
    return [
      {
        id,
        by: {
          "its name": "emeraude",
          "another order": "tag emeraude",
          "its Arabic name": "الزمرده",
          "its number": sku,
        },
        find: async (search) => ids((await listAllProducts(ctx, admin, { search })).products),
      },
    ];
  },
  "upgrade-requests/upgrade-requests-page.tsx": async () => {
    const owner = await createPerson();
    const id = await createTestUpgradeRequest(ctx, owner, { reference: "IP 0099-42 ab" });
    await ctx.db
      .update(subscriptionRequests)
      .set({ fullName: "Zoë Abdelrahman أميرة علي" })
      .where(eq(subscriptionRequests.id, id));
    const [request] = await ctx.db.select().from(subscriptionRequests).where(eq(subscriptionRequests.id, id));
    const number = receiptNumber(request!);
    return [
      {
        id,
        by: {
          ...names,
          ...arabicNames,
          "the address": owner.email,
          "its number": number,
          "its number without prefix": number.slice(4),
          "its number without zeros": `ALP-${request!.number}`,
          "its reference": "ip 0099-42 ab",
          "its reference in Arabic digits without spaces": "IP٠٠٩٩٤٢AB",
        },
        find: async (search) => ids((await listRequests(ctx, admin, { search, page: 1 })).requests),
      },
    ];
  },
  "audit-log/admin-audit-page.tsx": async () => {
    const person = await createPerson();
    await suspendUser(ctx, admin, { userId: person.id, version: 1 }, "test");
    const { changes } = await listChanges(ctx, admin, { personId: person.id });
    return [
      {
        id: changes[0]!.id,
        by: { "the address of the person concerned": person.email },
        find: async (who) => ids((await listChanges(ctx, admin, { who })).changes),
      },
    ];
  },
};

describe.each(Object.entries(lists))("%s", (_, make) => {
  test("finds a row by everything printed on it", async () => {
    for (const { id, by, find } of await make()) {
      const missed = [];
      for (const [what, search] of Object.entries(by)) if (!(await find(search)).includes(id)) missed.push(what);
      expect(missed).toEqual([]);
      expect(await find("zzyzx ققق")).not.toContain(id);
    }
  });
});

test("a page after the last one, whose rows were changed meanwhile, shows the last one", async () => {
  const asked = { search: "", page: 9 };
  const found = {
    users: await listUsers(ctx, admin, asked),
    pets: await listAllPets(ctx, admin, asked),
    tags: await listAllTags(ctx, admin, asked),
    batches: await listBatches(ctx, admin, asked),
    orders: await listOrders(ctx, admin, asked),
    reports: await listAllReports(ctx, admin, { ...asked, state: "all" }),
    products: await listAllProducts(ctx, admin, asked),
    requests: await listRequests(ctx, admin, asked),
  };
  const shown = Object.entries(found).map(([name, list]) => [
    name,
    list.page,
    (list as unknown as Record<string, unknown[]>)[name]!.length > 0,
  ]);
  expect(shown).toEqual(Object.keys(found).map((name) => [name, 1, true]));
  const none = await listOrders(ctx, admin, { search: "zzyzx", page: 9 });
  expect(none).toMatchObject({ orders: [], total: 0 });
});

test("every list page of the panel is covered by this test", async () => {
  const pages = (await listFiles()).filter((file) => /^app\/features\/admin\/.*-page\.tsx$/.test(file));
  const found = [];
  for (const file of pages)
    if ((await readFile(file, "utf8")).includes("<AdminList")) found.push(file.replace("app/features/admin/", ""));
  expect(found.sort()).toEqual(Object.keys(lists).sort());
});
