import { expect, open, test, toast } from "./fixtures.ts";

declare global {
  interface Window {
    tellNews(): void;
    /** If true, the next refresh is interrupted by a live event. */
    interrupt: boolean;
  }
}

test("a live event that arrives during a refresh causes another refresh", async ({ page, newMember, signIn }) => {
  await page.addInitScript(() => {
    const pauseBeforeRefresh = 150;
    const Channel = window.BroadcastChannel;
    window.BroadcastChannel = class extends Channel {
      constructor(name: string) {
        super(name);
        // The page has another channel, through which tabs share who is signed in.
        if (name === "aleef-live")
          window.tellNews = () => this.onmessage?.(new MessageEvent("message", { data: { type: "change" } }));
      }
    };
    const later = window.setTimeout;
    Object.assign(window, {
      interrupt: false,
      setTimeout: (work: () => void, pause?: number, ...rest: unknown[]) =>
        later(
          () => {
            work();
            if (pause !== pauseBeforeRefresh || !window.interrupt) return;
            window.interrupt = false;
            window.tellNews();
          },
          pause,
          ...rest,
        ),
    });
  });
  // A new account, because events of the demo owner would refresh the page too.
  const { email, password } = await newMember();
  await signIn(page, email, password);
  await open(page, "/dashboard");
  await page.waitForFunction(() => "tellNews" in window);
  const refreshes: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/dashboard.data")) refreshes.push(request.url());
  });
  await page.evaluate(() => {
    window.interrupt = true;
    window.tellNews();
  });
  await expect.poll(() => refreshes.length).toBe(2);
});

test("a toast whose data another navigation overtook is shown on the next page", async ({
  page,
  newMember,
  signIn,
  app,
  t,
}) => {
  const { email, password } = await newMember();
  await signIn(page, email, password);
  await open(page, "/dashboard");
  const value = encodeURIComponent(JSON.stringify({ type: "success", code: "reminders.added", at: Date.now() }));
  await page.context().addCookies([{ name: "toast", value, url: app.url }]);
  const overtaken: string[] = [];
  await page.route(/\/dashboard\.data/, async (route) => {
    const headers = { ...route.request().headers(), "sec-fetch-dest": "empty" };
    overtaken.push(await (await route.fetch({ headers })).text());
  });
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect.poll(() => overtaken.join()).toContain(t("reminders.added"));
  await page.locator("a[href='/dashboard/pets']:visible").first().click();
  await expect(toast(page, t("reminders.added"))).toBeVisible();
  await expect(toast(page, t("reminders.added"))).toBeHidden({ timeout: 15_000 });
  await open(page, "/dashboard/pets");
  expect((await page.context().cookies()).filter(({ name }) => name === "toast")).toEqual([]);
});
