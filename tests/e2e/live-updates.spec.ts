// An owner who keeps a page open would see an old state, or miss the alert that just came.
import { notificationWords } from "#app/features/notifications/notification-texts.ts";
import { expect, open, test, toast } from "./fixtures.ts";
import { post } from "./people.ts";

declare global {
  interface Window {
    sendChange(): void;
    /** If true, the next refresh is interrupted by a live event. */
    interrupt: boolean;
  }
}

test("a live event that arrives during a refresh causes another refresh", async ({ page, signInNew }) => {
  await page.addInitScript(() => {
    const pauseBeforeRefresh = 150;
    const Channel = window.BroadcastChannel;
    window.BroadcastChannel = class extends Channel {
      constructor(name: string) {
        super(name);
        // The page has another channel, through which tabs share who is signed in.
        if (name === "aleef-live")
          window.sendChange = () => this.onmessage?.(new MessageEvent("message", { data: { type: "change" } }));
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
            window.sendChange();
          },
          pause,
          ...rest,
        ),
    });
  });
  // A new account, because events of the demo owner would refresh the page too.
  await signInNew(page);
  await open(page, "/dashboard");
  await page.waitForFunction(() => "sendChange" in window);
  const refreshes: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/dashboard.data")) refreshes.push(request.url());
  });
  await page.evaluate(() => {
    window.interrupt = true;
    window.sendChange();
  });
  await expect.poll(() => refreshes.length).toBe(2);
});

test("a toast whose data another navigation overtook is shown on the next page", async ({
  page,
  app,
  t,
  signInNew,
}) => {
  await signInNew(page);
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

test("a notification is a toast everywhere but on the page to which it leads", async ({
  page,
  visitor,
  newMember,
  signIn,
  app,
  t,
}) => {
  const [owner, receiver] = [await newMember(), await newMember()];
  const headers = { origin: app.url };
  await signIn(page, owner.email, owner.password);
  await post(page.request, "/dashboard/pets/new", { intent: "save", name: "Zarkonimus", type: "dog" }, headers);
  await open(page, "/dashboard/pets");
  const petPage = await page.getByRole("link", { name: "Zarkonimus" }).first().getAttribute("href");
  const title = notificationWords(t, "transfer", { petName: "Zarkonimus", transferNews: "declined" }).title;
  const other = await visitor();
  await signIn(other, receiver.email, receiver.password);
  for (const { place, isHere } of [
    // First where there is a toast, so that its code is already loaded where there must be none.
    { place: "/dashboard/tips", isHere: false },
    { place: petPage ?? "", isHere: true },
  ]) {
    await post(page.request, `${petPage}/transfer`, { intent: "offer", email: receiver.email, isSure: "on" }, headers);
    await open(page, place);
    const live = page.waitForResponse(
      (answer) => answer.request().method() === "POST" && /\/alerts\/[\w-]{36}$/.test(answer.url()),
    );
    await open(other, "/dashboard");
    const offer = await other.getByRole("link", { name: t("offeredPets.seeTransfer") }).getAttribute("href");
    await post(other.request, offer ?? "", { intent: "decline" }, headers);
    await (await live).finished();
    // The page itself shows that the offer is over.
    if (isHere) {
      await expect(page.getByText(receiver.email)).toBeHidden();
      expect(await toast(page, title).count()).toBe(0);
    } else await expect(toast(page, title)).toBeVisible();
  }
});

test("live updates come back after a proxy answered the stream with an error, and say that they are late", async ({
  page,
  loggedErrors,
  t,
  signInNew,
}) => {
  loggedErrors.allow(/status of 503/);
  await signInNew(page);
  await page.clock.install();
  let isDown = true;
  let refused = 0;
  await page.route("**/live?*", (route) => {
    if (!isDown) return route.continue();
    refused += 1;
    return route.fulfill({ status: 503, body: "Service unavailable" });
  });
  await open(page, "/dashboard");
  await expect.poll(() => refused).toBe(1);
  await page.clock.runFor(20_000);
  await expect(page.getByText(t("offline.notLive"))).toBeHidden();
  await page.clock.runFor(20_000);
  await expect(page.getByText(t("offline.notLive"))).toBeVisible();
  expect(refused).toBeGreaterThan(2);
  // The pauses grow: at most 1, 2, 4, 8 and 16 seconds, two requests each.
  expect(refused).toBeLessThan(14);
  isDown = false;
  const reloaded = page.waitForResponse((answer) => answer.url().includes("/dashboard.data"));
  await page.clock.runFor(60_000);
  await expect(page.getByText(t("offline.notLive"))).toBeHidden();
  await page.clock.runFor(1_000);
  // What was missed is loaded.
  await reloaded;
});
