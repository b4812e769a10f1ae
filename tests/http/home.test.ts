// A visitor would not find on the home page what Aleef is and how it helps.
import { expect, test } from "vitest";
import { createReview } from "#app/features/catalog/product/reviews.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestProduct, signUpTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";

const site = await openSite();

test.each(["en", "ar"] as const)("the home page in %s has every section", async (language) => {
  const text = (buyer: number) => `A finder called us within ${10 + buyer} minutes.`;
  const productId = await createTestProduct(site.ctx);
  const t = site.ctx.translator(language);
  for (const buyer of [1, 2, 3]) {
    // Praise is shown where there is enough of it to be believed.
    if (language === "en") {
      site.later(11 * 60_000);
      await site.get("/");
      expect(await site.getText("/")).not.toContain(t("pages.home.testimonials.title"));
    }
    const person = await signUpTestUser(site.ctx, `${language}${buyer}@example.com`);
    await createReview(site.ctx, person, { productId, orderLineId: createId(), stars: 5, text: text(buyer) });
  }
  site.later(11 * 60_000);
  await site.get("/");
  const html = await expect
    .poll(() => site.getText("/", { language }))
    .toContain(t("pages.home.testimonials.title"))
    .then(() => site.getText("/", { language }));
  for (const heading of ["why", "about", "testimonials", "cta"] as const)
    expect(html).toContain(t(`pages.home.${heading}.title`));
  for (const buyer of [1, 2, 3]) expect(html).toContain(text(buyer));
  expect(html.match(/<dd class="text-3xl/g)?.length, "figures").toBeGreaterThanOrEqual(2);
});
