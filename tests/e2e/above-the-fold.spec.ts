// A person with a phone would see only headings and filters, and have to scroll for every pet or price.
import type { Locator } from "@playwright/test";
import { eq } from "drizzle-orm";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { buttonOf, expect, fieldOf, inOneLanguage, open, openProduct, test, toast, unfold } from "./fixtures.ts";
import { post } from "./people.ts";

const fold = 844;

/** Viewport of a common phone. */
const narrow = { viewport: { width: 390, height: fold } };

/** Expects the whole element to be visible above `lowest`, by default the end of the first screen. */
async function expectAboveFold(element: Locator, lowest = fold): Promise<void> {
  await expect(element).toBeVisible();
  const box = await element.boundingBox();
  expect(box && box.y + box.height).toBeLessThanOrEqual(lowest);
}

test("shows the first reports of the board on the first screen of a phone", async ({ visitor, t }) => {
  const page = await visitor(narrow);
  await open(page, "/community-reports");
  const reports = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 3 }) });
  await expectAboveFold(reports.first());
  await expectAboveFold(reports.nth(1));
  await expectAboveFold(page.getByRole("link", { name: t("lostFound.iSaw") }));
});

test("a filter chip of the board applies immediately and can be removed", inOneLanguage, async ({ visitor, t }) => {
  const page = await visitor(narrow);
  await open(page, "/community-reports");
  const chip = page.getByRole("main").getByRole("link", { name: t("lostFound.kinds.lost"), exact: true });
  await chip.click();
  await expect(page).toHaveURL(/\?kind=lost$/);
  await expect(chip).toHaveAttribute("aria-current", "true");
  await chip.click();
  await expect(page).toHaveURL(/\/community-reports$/);
});

test("shows the first products of the store on the first screen of a phone", async ({ visitor, t }) => {
  const page = await visitor(narrow);
  await open(page, "/store");
  const products = page.getByRole("region", { name: t("store.title") }).getByRole("heading", { level: 2 });
  await expectAboveFold(products.first(), 620);
  await expectAboveFold(products.nth(1));
});

test("keeps the price and a button visible on a phone and rejects fractional quantities", async ({
  visitor,
  t,
  language,
}) => {
  const page = await visitor(narrow);
  await openProduct(page, "ALF-CLASSIC", t);
  const buttons = buttonOf(page, t("store.add"));
  const bar = buttons.last();
  await expect(buttons).toHaveCount(2);
  await expect(bar).toBeInViewport({ ratio: 1 });
  await page.getByRole("heading", { name: t("store.shipping.title") }).scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport({ ratio: 1 });

  const quantity = fieldOf(page, t("store.product.quantity"));
  for (const wrong of ["1.5", "-1", "0"]) {
    await quantity.fill(wrong);
    await quantity.press("Enter");
    await expect(page.getByText(t("store.product.wholePieces"))).toBeVisible();
    await expect(quantity).toHaveValue(wrong);
    await expect(quantity).toBeFocused();
  }
  await expect(page).toHaveURL(/\/store\/product\//);
  await quantity.fill(language === "ar" ? "٢" : "2");
  await expect(page.getByText(t("store.product.wholePieces"))).toBeHidden();
  // The bar is hidden once the form's own button is visible.
  await expect(buttons).toHaveCount(1);
});

test("shows the picture of the chosen colour", inOneLanguage, async ({ visitor, t }) => {
  const page = await visitor(narrow);
  await openProduct(page, "ALF-LEASH", t);
  const pictures = page.getByRole("main").locator("li[id^=picture-]");
  await expect(pictures.first()).toBeInViewport();
  await page.getByRole("radio", { name: t("store.colors.brown") }).check({ force: true });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(pictures.nth(2)).toBeInViewport({ ratio: 0.9 });
});

test(
  "the cart accepts typed quantities up to the stock and undoes a removal",
  inOneLanguage,
  async ({ visitor, db, t, language }) => {
    const page = await visitor(narrow);
    await open(page, "/store?q=ALF-HUSH");
    const name = language === "ar" ? "حلقة مانعة للرنين، ثلاث قطع" : "Tag silencer, three pieces";
    await page.getByRole("link", { name, exact: true }).click();
    const [{ stock } = { stock: 0 }] = await db
      .select({ stock: products.stock })
      .from(products)
      .where(eq(products.sku, "ALF-HUSH"));
    await fieldOf(page, t("store.product.quantity")).fill("9");
    await expect(page.getByText(t("store.product.few", { count: stock })).last()).toBeVisible();
    await buttonOf(page, t("store.add")).last().click();
    await expect(toast(page, t("cart.capped", { count: stock }))).toBeVisible();
    await expect(toast(page, t("cart.added"))).toBeHidden();

    await open(page, "/cart");
    const quantity = fieldOf(page, t("cart.quantityOf", { name }));
    await expect(quantity).toHaveValue(String(stock));
    await quantity.fill("2");
    await quantity.press("Enter");
    await expect(page.getByText(t("cart.count", { count: 2 }))).toBeVisible();
    await quantity.fill("1.5");
    await quantity.press("Tab");
    await expect(toast(page, t("cart.wholePieces"))).toBeVisible();
    await expect(quantity).toHaveValue("2");

    await page.getByRole("button", { name: t("cart.removeOf", { name }) }).click();
    await expect(page.getByText(t("cart.emptyTitle"))).toBeVisible();
    await page.getByRole("button", { name: t("cart.undo") }).click();
    await expect(quantity).toHaveValue("2");
  },
);

test("undoes a removal from the cart without scripts", inOneLanguage, async ({ app, visitor, db, t, signInNew }) => {
  const page = await visitor({ ...narrow, javaScriptEnabled: false });
  await signInNew(page);
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.sku, "ALF-CASE"));
  const form = { product: product!.id, quantity: "3", color: "teal" };
  await post(page.request, "/cart", { intent: "add", ...form }, { origin: app.url });
  await page.goto("/cart");
  const quantity = page.locator("input[name=quantity]:not([type=hidden])");
  await expect(quantity).toHaveValue("3");
  await quantity.fill("2");
  await quantity.press("Enter");
  await expect(quantity).toHaveValue("2");
  await page.getByRole("button", { name: t("cart.removeOf", { name: "" }) }).click();
  await expect(page.getByText(t("cart.removed"))).toBeVisible();
  await page.getByRole("button", { name: t("cart.undo") }).click();
  await expect(quantity).toHaveValue("2");
});

test("the checkout keeps its total visible, the address after a reload, and the bars of the site", async ({
  app,
  visitor,
  db,
  t,
  signInNew,
}) => {
  const page = await visitor(narrow);
  await signInNew(page);
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.sku, "ALF-CASE"));
  const form = { product: product!.id, quantity: "1", color: "teal" };
  await post(page.request, "/cart", { intent: "add", ...form }, { origin: app.url });
  await open(page, "/checkout");
  const order = page.getByRole("button", { name: t("checkout.place") });
  await expect(order.last()).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(t("checkout.total"), { exact: true }).last()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("contentinfo")).toHaveCount(1);
  await expect(page.getByRole("link", { name: t("checkout.editCart"), exact: true }).first()).toBeVisible();

  await fieldOf(page, t("checkout.governorate")).selectOption("giza");
  const city = fieldOf(page, t("checkout.city"));
  await city.fill("Dokki");
  await page.reload();
  await expect(city).toHaveValue("Dokki");
  await expect(fieldOf(page, t("checkout.governorate"))).toHaveValue("giza");
  await page.getByText(t("checkout.terms")).scrollIntoViewIfNeeded();
  await expect(order).toHaveCount(1);
});

test("shows the first scan, order and tag as a low row on the first screen of an owner's phone", async ({
  visitor,
  signIn,
}) => {
  const page = await visitor(narrow);
  await signIn(page, "owner@aleef.test");
  const main = page.getByRole("main");
  const rows = {
    "/dashboard/scan-records": main.getByRole("row").filter({ has: page.getByRole("cell") }),
    "/dashboard/orders": main.getByRole("listitem").filter({ has: page.locator("a[href*='/orders/']") }),
    "/dashboard/pets": main.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2 }) }),
    "/dashboard/tags": main.getByRole("listitem").filter({ has: page.locator("summary") }),
    "/dashboard/tags-management": main.getByRole("row").filter({ has: page.getByRole("cell") }),
  };
  const heights: Partial<Record<keyof typeof rows, number>> = {
    // The place has a line of its own below the date.
    "/dashboard/scan-records": 104,
    "/dashboard/orders": 80,
    "/dashboard/pets": 96,
    "/dashboard/tags-management": 80,
  };
  for (const [path, row] of Object.entries(rows) as [keyof typeof rows, Locator][]) {
    await open(page, path);
    // Before the web font is loaded, a line is half a pixel higher.
    await page.evaluate(() => document.fonts.ready);
    await expectAboveFold(row.first());
    const highest = heights[path];
    if (!highest) continue;
    for (const one of await row.all()) {
      const { height = 0 } = (await one.boundingBox()) ?? {};
      expect(height, path).toBeGreaterThanOrEqual(64);
      expect(height, path).toBeLessThanOrEqual(highest);
    }
  }
  // So few tags need no search field.
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  await open(page, "/dashboard/scan-records");
  // The whole row is a link to the scan.
  await rows["/dashboard/scan-records"].first().click({ position: { x: 20, y: 10 } });
  await expect(page).toHaveURL(/\/dashboard\/scan-details\//);
});

test("the first step of a report fits on a phone's screen and does not start with lost pets", async ({
  visitor,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 400/);
  const page = await visitor(narrow);
  await open(page, "/community-reports/new");
  const main = page.getByRole("main");
  for (const kind of ["found", "sighting"] as const)
    await expectAboveFold(page.getByRole("radio", { name: t(`lostFound.kinds.${kind}`) }));
  await expectAboveFold(main.getByLabel(t("reportForm.photos")));
  await expectAboveFold(page.getByRole("radio", { name: t("pets.types.other") }));
  const next = page.getByRole("button", { name: t("form.nextStep", { title: t("reportForm.place") }) });
  await expectAboveFold(next);
  await expect(main.locator("form .bg-lost-soft, form .bg-lost")).toHaveCount(0);

  await next.click();
  await expect(buttonOf(page, t("reportForm.pinHere"))).toBeInViewport();
  await expect(main.getByLabel(t("reportForm.area"))).toBeInViewport();
  await expect(fieldOf(main, t("reportForm.guestEmail"))).toBeHidden();
  // Submitted with missing fields, the form opens the step that contains them.
  await buttonOf(page, t("reportForm.sendLink")).click();
  await expect(fieldOf(main, t("reportForm.guestEmail"))).toBeVisible();
});

test("shows all steps of a report below each other without scripts", async ({ visitor, t }) => {
  const page = await visitor({ ...narrow, javaScriptEnabled: false });
  await page.goto("/community-reports/new");
  const main = page.getByRole("main");
  for (const label of [
    "reportForm.marks",
    "reportForm.area",
    "reportForm.guestEmail",
    "reportForm.hiddenMark",
  ] as const)
    await expect(main.getByLabel(t(label)).first()).toBeVisible();
  await expect(page.getByRole("button", { name: t("form.nextStep", { title: t("reportForm.place") }) })).toBeHidden();
});

test("the first step of a new pet fits on a phone's screen; its draft survives a reload but is not shown to another account", async ({
  visitor,
  newMember,
  signIn,
  t,
  signInNew,
}) => {
  const karim = await newMember();
  const page = await visitor(narrow);
  await signInNew(page);
  await open(page, "/dashboard/pets/new");
  const main = page.getByRole("main");
  const name = fieldOf(main, t("pets.fields.name")).first();
  await expectAboveFold(buttonOf(page, t("pets.fields.photo")));
  await expectAboveFold(name);
  await expectAboveFold(page.getByRole("radio", { name: t("pets.types.other") }));
  // Above the navigation bar at the bottom of an owner's phone.
  await expectAboveFold(
    page.getByRole("button", { name: t("form.nextStep", { title: t("petForm.steps.finder") }) }),
    fold - 56,
  );

  const isDraft = page.getByText(t("form.draftKept"));
  const drafted = () => page.evaluate(() => JSON.stringify(localStorage));
  await unfold(page);
  await name.fill("Simsim");
  await page.getByRole("radio", { name: t("pets.types.cat") }).check();
  await buttonOf(page, t("petForm.contact.add")).click();
  await fieldOf(main, t("petForm.contact.name")).last().fill("Aunt Salma");
  await expect.poll(drafted).toContain("Aunt Salma");
  await open(page, "/dashboard/pets/new");
  await expect(isDraft).toBeVisible();
  await expect(name).toHaveValue("Simsim");
  await expect(page.getByRole("radio", { name: t("pets.types.cat") })).toBeChecked();
  await expect(fieldOf(main, t("petForm.contact.name")).last()).toHaveValue("Aunt Salma");

  await page.context().clearCookies({ name: /session_token/ });
  await signIn(page, karim.email, karim.password);
  await open(page, "/dashboard/pets/new");
  await expect(isDraft).toBeHidden();
  await expect(name).toHaveValue("");
  expect(await drafted()).not.toContain("Simsim");

  await name.fill("Bella");
  await page.getByRole("radio", { name: t("pets.types.dog") }).check();
  await expect.poll(drafted).toContain("Bella");
  await buttonOf(page, t("pets.saveNew")).click();
  await expect(toast(page, t("pets.added", { name: "Bella" }))).toBeVisible();
  expect(await drafted()).not.toContain("Bella");
});

test(
  "the pet list shows whether a pet has a tag and links to the tags page if not",
  inOneLanguage,
  async ({ app, visitor, newMember, newTag, signIn, t }) => {
    const [{ email, password }, code] = [await newMember(), await newTag()];
    const page = await visitor(narrow);
    await signIn(page, email, password);
    const path = await post(
      page.request,
      "/dashboard/pets/new",
      { intent: "save", name: "Zarka", type: "cat" },
      { origin: app.url },
    );
    await open(page, "/dashboard/pets");
    const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "Zarka" });
    await expect(row.getByText(t("dashboard.pets.noTag"))).toBeVisible();
    await row.getByRole("link", { name: t("dashboard.pets.link") }).click();
    await expect(page).toHaveURL(/\/dashboard\/tags$/);

    const petId = path.split("/").at(-1)!;
    await post(page.request, "/dashboard/tags", { intent: "claim", code, petId }, { origin: app.url });
    await open(page, "/dashboard/pets");
    await expect(row.getByText(t("dashboard.pets.linked"))).toBeVisible();
  },
);

test(
  "the public site, the owner's area and the admin panel differ in density",
  inOneLanguage,
  async ({ visitor, signIn }) => {
    const page = await visitor({ viewport: { width: 1280, height: 900 } });
    await signIn(page, "admin@aleef.test");
    const sizeOf = async (path: string) => {
      await open(page, path);
      return page.locator("[data-density]").evaluate((frame) => {
        const style = getComputedStyle(frame);
        const text = Number.parseFloat(style.getPropertyValue("--text-2xl"));
        return { text, spacing: style.getPropertyValue("--spacing") };
      });
    };
    expect(await sizeOf("/about")).toEqual({ text: 2.5, spacing: "4px" });
    expect(await sizeOf("/dashboard/settings")).toEqual({ text: 2, spacing: "4px" });
    expect(await sizeOf("/admin/orders")).toEqual({ text: 1.75, spacing: "3.5px" });
  },
);

test("a product shows its size next to a coin, or the neck sizes that each size fits", async ({ visitor, t }) => {
  const page = await visitor(narrow);
  for (const [sku, size] of [
    ["ALF-CLASSIC", t("store.scale.coin")],
    ["ALF-NYLON", t("store.scale.range", { from: 25, to: 32 })],
  ]) {
    await openProduct(page, sku!, t);
    await expect(page.getByRole("main").getByText(size!)).toBeVisible();
  }
});

test("a pet's page on a phone starts with the name and one prominent button and has everything else in a menu", async ({
  app,
  visitor,
  t,
  signInNew,
}) => {
  const page = await visitor(narrow);
  await signInNew(page);
  const name = "Simsim";
  const added = await post(
    page.request,
    "/dashboard/pets/new",
    { intent: "save", name, type: "cat" },
    { origin: app.url },
  );
  await open(page, added);
  const main = page.getByRole("main");
  await expectAboveFold(main.getByRole("heading", { level: 1 }), 260);
  await expectAboveFold(main.getByRole("link", { name: t("petDetails.reportLost", { name }), exact: true }), 360);
  await expectAboveFold(main.getByRole("heading", { level: 2, name: t("petDetails.about"), exact: true }), fold - 56);
  await expectAboveFold(main.getByRole("link", { name: t("pets.edit"), exact: true }), 360);
  // What is not yet known is one card with links to where it is entered, not a row of empty ones.
  const missing = main.getByRole("link", { name: t("petDetails.vet"), exact: true });
  await expect(missing).toHaveAttribute("href", /\/edit#vet$/);
  await expect(main.getByText(t("petDetails.completeOf", { done: "0", all: "7" }))).toBeVisible();
  await expect(main.getByRole("heading", { level: 2, name: t("petDetails.vet"), exact: true })).toHaveCount(0);
  await main.getByRole("link", { name: t("petDetails.part.health"), exact: true }).click();
  await expect(page).toHaveURL(/#health$/);
  await expect(main.getByRole("heading", { level: 2, name: t("petHealth.title"), exact: true })).toBeInViewport();
});

test("the first step of a new pet ends above the bottom bar of a phone, even below an urgent banner", async ({
  visitor,
  signIn,
  t,
}) => {
  const page = await visitor(narrow);
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard/pets/new");
  const next = buttonOf(page, t("form.nextStep", { title: t("petForm.steps.finder") }));
  const foot = (await page.getByRole("navigation", { name: t("owner.quickLabel") }).boundingBox())!;
  const banner = await page.getByRole("region", { name: t("owner.emergency.label") }).boundingBox();
  // The demo data has at most two of them. Higher banners, caused by other tests, push the button down.
  await expectAboveFold(next, foot.y + Math.max(0, (banner?.height ?? 0) - 114));
});

test("the menu of the last row ends above the bottom bar of a phone", async ({ visitor, signIn, t }) => {
  const page = await visitor(narrow);
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard/tags");
  const menu = page.getByRole("main").locator("details[name=menu]").last();
  await menu.locator("summary").click();
  const foot = page.getByRole("navigation", { name: t("owner.quickLabel") });
  const room = async () => {
    const [last, bar] = [await menu.locator("a, button").last().boundingBox(), await foot.boundingBox()];
    return bar!.y - last!.y - last!.height;
  };
  await expect.poll(room).toBeGreaterThanOrEqual(0);
});

test("the overview of a new account shows the first step with its button on the first screen of a phone", async ({
  visitor,
  t,
  signInNew,
}) => {
  const page = await visitor(narrow);
  await signInNew(page);
  await open(page, "/dashboard");
  const main = page.getByRole("main");
  await expectAboveFold(main.getByRole("link", { name: t("dashboard.steps.petAction"), exact: true }).first(), 500);
  await expect(main.getByText(t("dashboard.cards.plan"), { exact: true })).toBeVisible();
});
