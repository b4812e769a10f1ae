// A keyboard user loses the focus among the cards, a finder what was typed, a person with large text the words of buttons.
import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { finderLanguageNames } from "#app/platform/i18n/finder-languages.ts";
import { otherLanguage } from "#app/platform/i18n/language.ts";
import { buttonOf, expect, open, phone, test } from "./fixtures.ts";

test("the focus is visible on cards that clip what is outside them", async ({ page }) => {
  for (const path of ["/store", "/community-reports"]) {
    await open(page, path);
    const link = page.getByRole("main").getByRole("listitem").locator("a.stretched").first();
    await link.focus();
    const ring = await link.evaluate((one) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(one, "::after");
      return { outlineStyle, width: Number.parseFloat(outlineWidth), offset: Number.parseFloat(outlineOffset) };
    });
    expect(ring).toEqual({ outlineStyle: "solid", width: 3, offset: -3 });
  }
});

test("the other language of a tag's page keeps what a finder has typed, once", async ({ visitor, language }) => {
  const page = await visitor(phone);
  await page.goto("/tag/DEMO-LINKED");
  await page.locator("#have > summary").click();
  await page.locator("#have [name=note]").fill("At the gate, she is fine");
  await page.locator(".langs > summary").click();
  const other = otherLanguage(language);
  await buttonOf(page, finderLanguageNames[other]).click();
  await expect(page.locator("html")).toHaveAttribute("lang", other);
  await expect(page.locator("#have [name=note]")).toBeVisible();
  await expect(page.locator("#have [name=note]")).toHaveValue("At the gate, she is fine");
  await page.goto("/tag/DEMO-LINKED");
  await expect(page.locator("#have [name=note]")).toHaveValue("");
});

test("a signed-in person is not asked to log in on a tag's page, and the owner not to report the own pet", async ({
  visitor,
  signIn,
  t,
}) => {
  const stranger = await visitor(phone);
  await stranger.goto("/tag/DEMO-LINKED");
  await expect(stranger.getByRole("link", { name: t("finderPage.finder.signInForMore") })).toBeVisible();

  for (const { email, isOwner } of [
    { email: "owner@aleef.test", isOwner: true },
    { email: "finder@aleef.test", isOwner: false },
  ]) {
    const page = await visitor(phone);
    await signIn(page, email);
    await page.goto("/tag/DEMO-LINKED");
    await expect(page.getByRole("link", { name: t("finderPage.finder.openProfile") })).toBeVisible();
    await expect(page.getByRole("link", { name: t("finderPage.finder.signInForMore") })).toHaveCount(0);
    await expect(page.locator("#have")).toHaveCount(isOwner ? 0 : 1);
  }
});

test("iPhones are told how to receive notifications, other browsers are not", async ({ visitor, signIn, t }) => {
  const userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
  const iPhone = await visitor({ ...phone, userAgent });
  await signIn(iPhone, "owner@aleef.test");
  await open(iPhone, "/dashboard");
  for (const step of ["share", "add", "open"] as const)
    await expect(iPhone.getByRole("listitem").filter({ hasText: t(`homeScreen.${step}`) })).toBeVisible();
  const startImage = iPhone.locator('link[rel="apple-touch-startup-image"]');
  await expect(startImage).toHaveCount(1);
  const size = await startImage.evaluate(async (link: HTMLLinkElement) => {
    const picture = new Image();
    picture.src = link.href;
    await picture.decode();
    return [Math.round(picture.width / devicePixelRatio), Math.round(picture.height / devicePixelRatio)];
  });
  expect(size).toEqual(await iPhone.evaluate(() => [screen.width, screen.height]));
  await iPhone
    .getByRole("button", { name: t("form.close") })
    .last()
    .click();
  await open(iPhone, "/dashboard");
  await expect(iPhone.getByText(t("homeScreen.title"))).toHaveCount(0);

  const desktop = await visitor();
  await signIn(desktop, "owner@aleef.test");
  await open(desktop, "/dashboard");
  await expect(desktop.getByText(t("homeScreen.title"))).toHaveCount(0);
});

test("Safari finds the icons that it asks for", async ({ apiClient }) => {
  for (const [path, type] of [
    ["/apple-touch-icon.png", "image/png"],
    ["/favicon.ico", /icon/],
  ] as const) {
    const answer = await apiClient.get(path);
    expect([path, answer.status()]).toEqual([path, 200]);
    expect(answer.headers()["content-type"]).toMatch(type);
  }
});

test("with text twice as large, an emergency keeps all its words", async ({ visitor, signIn }) => {
  const own = await visitor(phone);
  await signIn(own, "owner@aleef.test");
  for (const path of ["/dashboard", "/dashboard/tips"]) {
    await open(own, path);
    await own.addStyleTag({ content: "html { font-size: 200% !important }" });
    const alarm = own.locator("[data-alarm]").first();
    await expect(alarm).toBeVisible();
    const cut = await alarm.locator("span, p, h2").evaluateAll((texts) =>
      texts
        .filter(
          (one) =>
            one.textContent && (one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 1),
        )
        .filter((one) => getComputedStyle(one).display !== "inline")
        .map((one) => one.textContent),
    );
    expect([path, cut]).toEqual([path, []]);
  }
});

test("with text twice as large, nothing covers the product, and the owner's tabs keep whole words", async ({
  visitor,
  signIn,
  t,
}) => {
  const enlarge = (page: Page) => page.addStyleTag({ content: "html { font-size: 200% !important }" });
  const page = await visitor(phone);
  await open(page, "/store");
  await page.getByRole("main").getByRole("listitem").locator("a.stretched").first().click();
  const buttons = buttonOf(page, t("store.add"));
  await expect(buttons).toHaveCount(2);
  await expect(buttons.last()).toBeVisible();
  await enlarge(page);
  await expect(buttons.filter({ visible: true })).toHaveCount(1);
  const width = page.viewportSize()?.width ?? 0;
  for (const button of await buttons.filter({ visible: true }).all()) {
    const box = await button.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
  }

  const own = await visitor(phone);
  await signIn(own, "owner@aleef.test");
  await open(own, "/dashboard");
  await enlarge(own);
  const labels = own.getByRole("navigation", { name: t("owner.quickLabel") }).locator("a > span:first-of-type");
  const broken = await labels.evaluateAll((spans) =>
    spans.filter((span) => {
      const range = document.createRange();
      range.selectNodeContents(span);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return (
        lines.size > (span.textContent ?? "").trim().split(/\s+/).length || span.scrollHeight > span.clientHeight + 2
      );
    }),
  );
  expect(broken).toHaveLength(0);
});

test("one colour means “do this”: amber for visitors, teal in account and admin panel, never both", async ({
  visitor,
  signIn,
}) => {
  /** Names of the theme's two colours that are the ground of a visible link or button. */
  const mainColours = (page: Page) =>
    page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement("i"));
      const computed = (name: string) => {
        probe.style.backgroundColor = `var(--color-${name})`;
        return getComputedStyle(probe).backgroundColor;
      };
      const names = Object.fromEntries(["sun", "brand"].map((name) => [computed(name), name]));
      probe.remove();
      const pressable = [...document.querySelectorAll("a, button, summary")].filter(
        (one) => one.checkVisibility() && !one.closest("[aria-pressed]") && !one.matches("[aria-current], .skip-link"),
      );
      return [...new Set(pressable.flatMap((one) => names[getComputedStyle(one).backgroundColor] ?? []))];
    });
  const seen: [string, string[]][] = [];
  async function see(page: Page, paths: readonly string[]) {
    for (const path of paths) {
      await open(page, path);
      seen.push([path, await mainColours(page)]);
    }
  }
  const visitors = [
    "/",
    "/store",
    "/auth",
    "/auth?mode=sign-up",
    "/auth/phone",
    "/contact",
    "/t",
    "/community-reports",
  ];
  const account = ["/dashboard/pets", "/dashboard/reminders", "/dashboard/tags-management", "/dashboard/scan-records"];
  const panel = ["/admin/orders", "/admin/tags/batches", "/admin/tags/print"];
  await see(await visitor(), visitors);
  for (const [email, paths] of [
    ["owner@aleef.test", account],
    ["admin@aleef.test", panel],
  ] as const) {
    const page = await visitor();
    await signIn(page, email);
    await see(page, paths);
  }
  const shown = Object.fromEntries(seen);
  for (const path of visitors) expect([path, shown[path]!.includes("brand")]).toEqual([path, false]);
  for (const path of [...account, ...panel]) expect([path, shown[path]!.includes("sun")]).toEqual([path, false]);
  // Each of these has something to do.
  for (const path of ["/auth", "/auth?mode=sign-up", "/contact"]) expect(shown[path]).toEqual(["sun"]);
  expect(shown["/dashboard/reminders"]).toEqual(["brand"]);
});

test("no field of an administrator is so small that an iPhone or iPad zooms in on it", async ({ visitor, signIn }) => {
  for (const width of [390, 820]) {
    const page = await visitor({ viewport: { width, height: 1180 }, hasTouch: true, isMobile: true });
    await signIn(page, "admin@aleef.test");
    for (const path of ["/admin/products", "/admin/orders/ship", "/admin/orders", "/admin/tags"]) {
      await open(page, path);
      const small = await page.locator("input, select, textarea").evaluateAll((fields) =>
        fields
          .filter(
            (field) =>
              field.checkVisibility() && !/^(checkbox|radio|hidden|file)$/.test((field as HTMLInputElement).type),
          )
          .map((field) => Number.parseFloat(getComputedStyle(field).fontSize))
          .filter((size) => size < 16),
      );
      expect([path, width, small]).toEqual([path, width, []]);
    }
  }
});

test("a buyer's name begins at the start of its column, in whichever script", async ({ visitor, signIn }) => {
  const page = await visitor({ viewport: { width: 1280, height: 900 } });
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/orders/ship");
  const names = page.getByRole("row").locator("bdi", { hasText: /\p{L}/u });
  const found = await names.evaluateAll((all) =>
    all.map((name) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      const [line, cell] = [text.getClientRects()[0]!, name.parentElement!.getBoundingClientRect()];
      const isRtl = getComputedStyle(document.documentElement).direction === "rtl";
      const padding = Number.parseFloat(getComputedStyle(name.parentElement!).paddingInlineStart);
      return {
        isArabic: /\p{Script=Arabic}/u.test(name.textContent),
        gap: Math.round((isRtl ? cell.right - line.right : line.left - cell.left) - padding),
      };
    }),
  );
  expect(new Set(found.map(({ isArabic }) => isArabic)).size).toBe(2);
  expect(found.filter(({ gap }) => gap > 1)).toEqual([]);
});

test("in the dark, boxes of an administrator's lists are our own", async ({ visitor, signIn }) => {
  const page = await visitor({ viewport: { width: 1280, height: 900 }, colorScheme: "dark" });
  await signIn(page, "admin@aleef.test");
  for (const path of ["/admin/orders?status=all", "/admin/tags", "/admin/users"]) {
    await open(page, path);
    const boxes = page.locator("input[type=checkbox]").filter({ visible: true });
    await expect(boxes.first()).toBeVisible();
    const drawn = await boxes.evaluateAll((all) => all.map((box) => getComputedStyle(box).appearance));
    expect([path, [...new Set(drawn)]]).toEqual([path, ["none"]]);
  }
});

test("in the dark, the drawing of a wrong address has no white ground", async ({ visitor, loggedErrors }) => {
  loggedErrors.allow(/status of 404/);
  const page = await visitor({ colorScheme: "dark" });
  await page.goto("/no-such-page");
  const ground = page.getByRole("main").locator("svg path").first();
  const [red = 255, green = 255, blue = 255] = await ground.evaluate((path) => {
    const canvas = document.createElement("canvas").getContext("2d")!;
    canvas.fillStyle = getComputedStyle(path).fill;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  });
  expect(Math.max(red, green, blue)).toBeLessThan(128);
});

test("with text twice as large, the bell is seen beside its number", async ({ visitor, signIn }) => {
  for (const width of [390, 1280]) {
    const page = await visitor({ viewport: { width, height: 844 } });
    await signIn(page, "owner@aleef.test");
    await open(page, "/dashboard");
    await page.addStyleTag({ content: "html { font-size: 200% !important }" });
    const bell = page.locator("a[href='/dashboard/inbox']:has(> svg):has(> .bg-lost)").filter({ visible: true });
    await expect(bell.first()).toBeVisible();
    const hidden = await bell.first().evaluate((link) => {
      const [icon, badge] = [link.querySelector("svg")!, link.querySelector(".bg-lost")!].map((one) =>
        one.getBoundingClientRect(),
      ) as [DOMRect, DOMRect];
      const along = Math.min(icon.right, badge.right) - Math.max(icon.left, badge.left);
      const down = Math.min(icon.bottom, badge.bottom) - Math.max(icon.top, badge.top);
      return (Math.max(0, along) * Math.max(0, down)) / (icon.width * icon.height);
    });
    expect([width, hidden < 0.5, hidden]).toEqual([width, true, hidden]);
  }
});

test("an owner with one order finds the search and the filter by status", async ({
  visitor,
  signIn,
  newMember,
  db,
  t,
}) => {
  const member = await newMember();
  const [user] = await db.select().from(users).where(eq(users.email, member.email));
  const [{ search: _search, ...order }] = (await db.select().from(storeOrders).limit(1)) as [
    typeof storeOrders.$inferSelect,
  ];
  const number = `AL-30-${"2".repeat(6)}`;
  const own = { id: createId(), number, idempotencyKey: createId(), userId: user!.id, trackingNumber: null };
  await db.insert(storeOrders).values({ ...order, ...own });
  const page = await visitor(phone);
  await signIn(page, member.email, member.password);
  await open(page, "/dashboard/orders");
  await expect(page.getByRole("main").getByRole("searchbox", { name: t("orders.search") })).toBeVisible();
  const all = page.getByRole("main").getByRole("link");
  for (const status of ["pending", "delivered", "refunded"] as const)
    await expect(all.filter({ hasText: t(`orders.statuses.${status}`) }).first()).toBeVisible();
});
