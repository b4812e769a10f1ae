// A visitor would not find on the home page what Aleef is and how it helps.
import { afterAll, expect, test } from "vitest";
import { createReview } from "#app/features/catalog/product/reviews.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestProduct, signUpTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";

const site = await openSite();
afterAll(() => site.close());

test.each(["en", "ar"] as const)("a new installation's home page in %s has every section", async (language) => {
  const buyer = await signUpTestUser(site.ctx, `${language}@example.com`);
  const text = "A finder called us within ten minutes.";
  await createReview(site.ctx, buyer, {
    productId: await createTestProduct(site.ctx),
    orderLineId: createId(),
    stars: 5,
    text,
  });
  const html = await (await site.get("/", { language })).text();
  const t = site.ctx.translator(language);
  for (const heading of ["why", "about", "testimonials", "cta"] as const)
    expect(html).toContain(t(`pages.home.${heading}.title`));
  expect(html).toContain(text);
  expect(html.match(/<dd class="text-3xl/g)?.length, "figures").toBeGreaterThanOrEqual(2);
});
