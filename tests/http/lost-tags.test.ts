// A finder of a tag that fell off would be asked about a pet that is not there.
import { expect, test } from "vitest";
import { markTag } from "#app/features/tags/tags.server.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { notificationsOf, openTag, textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";

const site = await openSite();
const { ctx } = site;

test.each(["lost", "stolen"] as const)(
  "a tag marked as %s says so, shows nothing of the pet, and reaches the owner",
  async (mark) => {
    const owner = await createTestUser(ctx);
    const tag = await createClaimedTag(ctx, owner, await createTestPet(ctx, owner, { name: "Zarkonimus" }));
    await markTag(ctx, owner, { tagId: tag.id, mark });
    for (const language of ["en", "ar"] as const) {
      const t = ctx.translator(language);
      const { answer, html } = await openTag(site, tag.code, { language });
      expect(answer.status).toBe(200);
      expect(html).not.toContain("Zarkonimus");
      const text = textOf(html);
      for (const sentence of [
        t(`finderPage.finder.marked.titles.${mark}`),
        t(`finderPage.finder.marked.texts.${mark}`),
        t("finderPage.finder.ownerAlerted"),
      ])
        expect(text).toContain(sentence);
    }
    expect(await notificationsOf(site, owner.id, "scan")).toHaveLength(2);
    const { token } = await openTag(site, tag.code);
    const sent = await site.post(`/tag/${tag.code}`, { intent: "have", scan: token, note: "It lies in the park" });
    expect(sent.status).toBe(303);
    expect(await notificationsOf(site, owner.id, "found")).toHaveLength(1);
    await markTag(ctx, owner, { tagId: tag.id, mark: null });
    expect((await openTag(site, tag.code)).html).toContain("Zarkonimus");
    await expect(markTag(ctx, await createTestUser(ctx), { tagId: tag.id, mark })).rejects.toMatchObject({
      status: 404,
    });
  },
);
