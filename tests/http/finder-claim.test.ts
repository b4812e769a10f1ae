// Two people would believe that the same tag is theirs, or the buyer could not claim it.
import { describe, expect, test, vi } from "vitest";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { createCode } from "#app/features/tags/batches/batches.server.ts";
import { formatCode } from "#app/features/tags/tag-code.rules.ts";
import { deactivateTag, findTag } from "#app/features/tags/tags.server.ts";
import { createClaimedTag, createTestPet, createTestTag, createTestUser, signUpTestUser } from "#tests/make.ts";
import { drawPet } from "#tests/pet-pictures.ts";
import { openTag, textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";
import type { Visitor } from "./visitor.ts";

const site = await openSite();
const { ctx } = site;
const t = ctx.translator("en");

const mona = await signUpTestUser(ctx, "mona@example.com");
const omar = await signUpTestUser(ctx, "omar@example.com");
await signUpTestUser(ctx, "admin@example.com", { role: "admin" });
const [asMona, asOmar, asAdmin] = await Promise.all([
  site.signInAs("mona@example.com"),
  site.signInAs("omar@example.com"),
  site.signInAs("admin@example.com"),
]);

const claim = (code: string, as?: Visitor, form: Record<string, string> = {}) =>
  site.post(`/tag/${code}`, { intent: "claim", ...form }, { as });

describe("claiming on the tag's page", () => {
  test("requires signing in, which leads back to the tag", async () => {
    const { code } = await createTestTag(ctx);
    const { html } = await openTag(site, code);
    expect(html).toContain(`href="/auth?to=${encodeURIComponent(`/tag/${code}`)}"`);
    const [, send = ""] = /action="(\/auth\/phone[^"]*)"/.exec(html) ?? [];
    const number = { intent: "send", to: `/tag/${code}`, first: "whatsapp", phone: "0" };
    const refused = await (await site.post(send.replaceAll("&amp;", "&"), number)).text();
    expect(refused, "the tag stays in sight").toContain(`name="to" value="/tag/${code}"`);
    expect(textOf(refused)).toContain(t("accounts.phone.settingUp"));
    const answer = await claim(code);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `/auth?to=${encodeURIComponent(`/tag/${code}`)}`,
    ]);
    expect((await findTag(ctx, code))?.ownerId).toBeNull();
  });

  test("is not said to have failed when only the pet's photo could not be stored", async () => {
    await signUpTestUser(ctx, "laila@example.com");
    const asLaila = await site.signInAs("laila@example.com");
    const { code } = await createTestTag(ctx);
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: "claim", name: "Simsim", type: "cat" })) form.set(name, value);
    form.set("photo", new File([new Uint8Array(await drawPet({ place: 1, animal: 1, pose: 1 }))], "cat.jpg"));
    const put = vi.spyOn(site.served.files, "put").mockRejectedValue(new Error("the bucket is away"));
    const answer = await site.post(`/tag/${code}`, form, { as: asLaila }).finally(() => put.mockRestore());
    const html = await answer.text();
    expect(textOf(html)).not.toContain(t("tags.claimFailed"));
    expect(textOf(html)).toContain(textOf(t("common.error.general")));
    expect(html).toContain('value="Simsim"');
    expect((await findTag(ctx, code))?.ownerId).not.toBeNull();
    const again = await site.post(`/tag/${code}`, { intent: "link", name: "Simsim", type: "cat" }, { as: asLaila });
    expect([again.status, (await findTag(ctx, code))?.petId]).toEqual([303, expect.any(String)]);
  });

  test("succeeds for one of two concurrent users and tells the other why it failed", async () => {
    for (let round = 0; round < 5; round++) {
      const { code } = await createTestTag(ctx);
      const answers = await Promise.all([
        claim(code, asMona),
        claim(code, asOmar),
        claim(code, asMona),
        claim(code, asOmar),
      ]);
      const winner = (await findTag(ctx, code))?.ownerId;
      expect([mona.id, omar.id]).toContain(winner);
      const [first, second, third, fourth] = answers;
      const [won, lost] =
        winner === mona.id
          ? [
              [first!, third!],
              [second!, fourth!],
            ]
          : [
              [second!, fourth!],
              [first!, third!],
            ];
      expect(won.map(({ status }) => status).sort()).toEqual([303, 409]);
      for (const answer of lost) {
        expect(answer.status).toBe(409);
        expect(textOf(await answer.text())).toContain("This tag is owned by another user and cannot be claimed.");
      }
    }
  });

  test("explains it in Arabic too, also if the tag is already linked", async () => {
    const { code } = await createClaimedTag(ctx, mona, await createTestPet(ctx, mona));
    const answer = await site.post(`/tag/${code}`, { intent: "claim" }, { as: asOmar, language: "ar" });
    expect([answer.status, textOf(await answer.text()).includes(ctx.translator("ar")("tags.ownedByAnother"))]).toEqual([
      409,
      true,
    ]);
  });

  test("creates the first pet of an account with the tag, and links both at once", async () => {
    const newcomer = await signUpTestUser(ctx, "new@example.com");
    const as = await site.signInAs("new@example.com");
    const { code } = await createTestTag(ctx);
    const { html } = await openTag(site, code, { as });
    expect(html).toContain('name="name"');
    expect((await claim(code, as, { name: "Simsim", type: "dragon" })).status).toBe(400);
    const answer = await claim(code, as, { name: "Simsim", type: "cat" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/tag/${code}?works`]);
    const works = await site.getText(`/tag/${code}?works`, { as });
    expect(textOf(works.replaceAll(/<\/?bdi>/g, ""))).toContain(t("finderPage.finder.works", { name: "Simsim" }));
    const stranger = await site.getText(`/tag/${code}?works`);
    expect(textOf(stranger)).toContain(t("finderPage.finder.hi", { name: "Simsim" }));
    const [pet] = await listPets(ctx, newcomer);
    expect(pet).toMatchObject({ name: "Simsim", type: "cat" });
    expect(await findTag(ctx, code)).toMatchObject({ ownerId: newcomer.id, petId: pet?.id });
    const { code: second } = await createClaimedTag(ctx, newcomer);
    const again = await site.post(`/tag/${second}`, { intent: "link", name: "Other", type: "dog" }, { as });
    expect(again.status).toBe(409);
    expect(await listPets(ctx, newcomer)).toHaveLength(1);
  });

  test("says that one's own tag without a pet is already claimed", async () => {
    const { code } = await createClaimedTag(ctx, omar);
    const answer = await claim(code, asOmar);
    expect([answer.status, textOf(await answer.text()).includes("This tag is already yours.")]).toEqual([409, true]);
  });

  test("links one's own pet, never someone else's", async () => {
    const otherOwner = await createTestUser(ctx);
    const foreign = await createTestPet(ctx, otherOwner);
    const own = await createTestPet(ctx, omar, { name: "Luna" });
    const { code } = await createTestTag(ctx);
    for (const [petId, status] of [
      [foreign, 404],
      ["not-an-id", 400],
      ["00000000-0000-0000-0000-000000000000", 404],
    ] as const) {
      expect((await claim(code, asOmar, { petId })).status).toBe(status);
      expect((await findTag(ctx, code))?.ownerId).toBeNull();
    }
    const answer = await claim(code, asOmar, { petId: own });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/tag/${code}?works`]);
    expect(await findTag(ctx, code)).toMatchObject({ ownerId: omar.id, petId: own });
    expect(textOf((await openTag(site, code, { as: asOmar })).html)).toContain("Pet linked to tag");
  });

  test("finds neither deactivated nor unknown tags", async () => {
    const off = await createClaimedTag(ctx, mona);
    await deactivateTag(ctx, mona, off.id);
    const unknown = formatCode(createCode());
    for (const code of [off.code, unknown]) expect((await claim(code, asOmar)).status).toBe(404);
    expect((await findTag(ctx, off.code))?.ownerId).toBe(mona.id);
  });
});

describe("linking on the tag's page", () => {
  test("requires a pet, with a message, and is limited to the owner", async () => {
    const tag = await createClaimedTag(ctx, mona);
    const link = (as: Visitor, petId: string) => site.post(`/tag/${tag.code}`, { intent: "link", petId }, { as });
    const nothing = await link(asMona, "");
    expect([nothing.status, textOf(await nothing.text()).includes("Please select a pet to link")]).toEqual([400, true]);
    const others = await createTestPet(ctx, await createTestUser(ctx));
    expect((await link(asOmar, others)).status).toBe(404);
    expect((await link(asMona, others)).status).toBe(404);
    expect((await findTag(ctx, tag.code))?.petId).toBeNull();
  });
});

describe("creating on the tag's page", () => {
  const create = (code: string, as?: Visitor) =>
    site.post(`/tag/${encodeURIComponent(code)}`, { intent: "create" }, { as, from: "198.18.40.1" });

  test("is limited to administrators: others are not offered it and are rejected", async () => {
    expect((await openTag(site, "REX-2026", { as: asMona })).html).not.toContain('value="create"');
    expect((await create("REX-2026")).headers.get("location")).toContain("/auth?to=");
    const refused = await create("REX-2026", asMona);
    expect(refused.status).toBe(404);
    expect(await findTag(ctx, "REX-2026")).toBeNull();
    expect((await openTag(site, "REX-2026", { as: asAdmin })).html).toContain('value="create"');
    const made = await create("rex-2026", asAdmin);
    expect([made.status, made.headers.get("location")]).toEqual([303, "/tag/rex-2026"]);
    expect((await findTag(ctx, "REX-2026"))?.code).toBe("REX-2026");
  });

  test("confirms success to the administrator and rejects a code that reads like an existing one", async () => {
    await create("MILO-1010", asAdmin);
    expect(textOf((await openTag(site, "MILO-1010", { as: asAdmin.copy() })).html)).toContain("New NFC tag added");
    const again = await create("MlLO-1O1O", asAdmin);
    expect([again.status, (await findTag(ctx, "MILO1010"))?.code]).toEqual([409, "MILO-1010"]);
    expect(textOf(await again.text())).toContain("This tag code is already in use. Please use a different code.");
  });

  test.each(["ab", "-ABC", "A B C D", "قطة-١٢", "x".repeat(33), "A'; drop table tags; --", "<b>CODE</b>"])(
    "rejects the code %j with a message",
    async (code) => {
      const answer = await create(code, asAdmin);
      const text = textOf(await answer.text());
      expect([answer.status < 500, text.includes(t("tags.codeShape")), await findTag(ctx, code)]).toEqual([
        true,
        true,
        null,
      ]);
    },
  );
});
