// A pet would have no working tag while the new one is in the mail, or a stranger could replace it.
import { expect, test } from "vitest";
import { requestReplacement } from "#app/features/tags/replacements.server.ts";
import { createClaimedTag, createTestPet, createTestTag, signUpTestUser } from "#tests/make.ts";
import { notificationsOf, openTag, textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";

const site = await openSite();
const { ctx } = site;

test("a replacement tag is claimed on its page, both work until its first scan, and then the old one is marked as replaced", async () => {
  const owner = await signUpTestUser(ctx, "gap@example.com");
  const old = await createClaimedTag(ctx, owner, await createTestPet(ctx, owner, { name: "Zarkonimus" }));
  await requestReplacement(ctx, owner, { tagId: old.id, reason: "worn" });
  const { code } = await createTestTag(ctx);
  const as = await site.signInAs("gap@example.com");

  const offer = await openTag(site, code, { as });
  expect(textOf(offer.html)).toContain(ctx.translator("en")("replacement.inPlaceOf"));
  expect(offer.html).toContain(`value="${old.id}"`);
  const claimed = await site.post(`/tag/${code}`, { intent: "claim", replaces: old.id }, { as });
  expect(claimed.status).toBe(303);

  const replacedTitle = ctx.translator("en")("finderPage.finder.replaced.title");
  const preview = await site.get(`/tag/${code}`, { headers: { "user-agent": "WhatsApp/2.24" } });
  expect(preview.status).toBe(200);
  const before = await openTag(site, old.code);
  expect(before.html).toContain("Zarkonimus");
  expect(textOf(before.html)).not.toContain(replacedTitle);

  expect((await openTag(site, code)).html).toContain("Zarkonimus");
  for (const language of ["en", "ar"] as const) {
    const t = ctx.translator(language);
    const { html, answer } = await openTag(site, old.code, { language });
    expect(answer.status).toBe(200);
    for (const part of ["title", "text"] as const)
      expect(textOf(html)).toContain(t(`finderPage.finder.replaced.${part}`));
    expect(html).toContain("Zarkonimus");
  }
  const scans = await notificationsOf(site, owner.id, "scan");
  expect(scans.map(({ params }) => params.isReplaced ?? false)).toEqual([false, false, true, true]);

  const { token } = await openTag(site, old.code);
  const sent = await site.post(`/tag/${old.code}`, { intent: "have", scan: token, note: "It hangs on the fence" });
  expect(sent.status).toBe(303);
  expect(await notificationsOf(site, owner.id, "found")).toHaveLength(1);
  expect(textOf((await openTag(site, old.code, { as })).html)).toContain(
    ctx.translator("en")("finderPage.finder.replaced.yours"),
  );
});

test("a tag cannot replace someone else's, whatever the form contains", async () => {
  const owner = await signUpTestUser(ctx, "mine@example.com");
  const foreignTag = await createClaimedTag(ctx, await signUpTestUser(ctx, "theirs@example.com"));
  const { code } = await createTestTag(ctx);
  const as = await site.signInAs("mine@example.com");
  for (const [replaces, status] of [
    [foreignTag.id, 404],
    ["no id", 400],
    ["00000000-0000-7000-8000-000000000000", 404],
  ] as const) {
    const answer = await site.post(`/tag/${code}`, { intent: "claim", replaces }, { as });
    expect(answer.status).toBe(status);
  }
  const answer = await site.post(
    `/dashboard/tags-management`,
    { intent: "claim", code, replaces: foreignTag.id },
    { as },
  );
  expect(answer.status).toBe(404);
  expect((await site.get(`/dashboard/tags-management/${foreignTag.id}/replace`, { as })).status).toBe(404);
  expect(owner.id).not.toBe(foreignTag.ownerId);
});
