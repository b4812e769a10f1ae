// An owner whose pet just ran away would have to search for the button that reports it.
import type { Page } from "@playwright/test";
import { buttonOf, expect, fieldOf, open, publishWithoutPhoto, test, toast, unfold } from "./fixtures.ts";
import { inspectInBothLanguages } from "./layout.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const zamalek = { geolocation: { latitude: 30.061, longitude: 31.219 }, permissions: ["geolocation"] };
const name = "Simsim";

const isInSight = (page: Page, one: ReturnType<Page["getByRole"]>) =>
  expect(one)
    .toBeInViewport({ ratio: 1 })
    .then(() => expect(page.viewportSize()?.height).toBe(844));

test("urgent matters are shown first on every page of a phone and need one press", async ({
  visitor,
  newMember,
  newTag,
  signIn,
  t,
}) => {
  test.slow();
  const owner = await visitor({ ...phone, ...zamalek });
  const main = owner.getByRole("main");
  const urgent = owner.getByRole("region", { name: t("owner.emergency.label") });
  const member = await newMember();
  const code = await newTag();

  await test.step("no banner for an owner with a pet and a tag", async () => {
    await signIn(owner, member.email, member.password);
    await open(owner, "/dashboard/pets/new");
    await fieldOf(main, t("pets.fields.name")).first().fill(name);
    await owner.getByRole("radio", { name: t("pets.types.cat") }).check();
    await owner.getByRole("button", { name: t("pets.saveNew") }).click();
    await expect(toast(owner, t("pets.added", { name }))).toBeVisible();
    await owner.goto(`/tag/${code}`);
    await owner.getByRole("button", { name: t("finderPage.finder.claimAndLink") }).click();
    await expect(owner.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.finder.works", { name }));
    await open(owner, "/dashboard/pets");
    await expect(urgent).toBeHidden();
  });

  await test.step("report the pet lost with one press on the overview, then set the place and publish", async () => {
    await open(owner, "/dashboard");
    const lost = main.getByRole("link", { name: t("dashboard.actions.lost"), exact: true });
    await isInSight(owner, lost);
    await lost.click();
    await expect(owner.getByText(t("reportForm.fromPet", { name }))).toBeVisible();
    // Without a press, as the browser is allowed to tell the place.
    await expect(main.getByLabel(t("reportForm.area"))).not.toHaveValue("");
    await publishWithoutPhoto(owner, t);
    await expect(toast(owner, t("lostFound.added"))).toBeVisible();
  });

  await test.step("the report starts with the most useful actions and does not ask yet whether the pet is home", async () => {
    await isInSight(owner, main.getByRole("link", { name: t("firstSteps.share"), exact: true }));
    await isInSight(owner, main.getByRole("link", { name: t("firstSteps.posters"), exact: true }));
    await expect(buttonOf(main, t("ownReports.close"))).toBeHidden();
  });

  await test.step("every page says that the pet is missing", async () => {
    for (const path of ["/dashboard/pets", "/dashboard/tags", "/dashboard/reminders"]) {
      await open(owner, path);
      await isInSight(owner, urgent.getByRole("link", { name: t("owner.emergency.search"), exact: true }));
      const box = (await urgent.boundingBox())!;
      expect(box.height).toBeLessThanOrEqual(96);
    }
    await inspectInBothLanguages(owner, "/dashboard/reminders");
    // Only the dot of the navigation shows it where it would disturb, and nothing on the page that it leads to.
    await open(owner, "/dashboard/settings");
    await expect(urgent).toBeHidden();
    await expect(
      owner
        .getByRole("navigation", { name: t("owner.quickLabel") })
        .getByText(t("owner.emergency.waiting"))
        .first(),
    ).toBeAttached();
    await open(owner, "/dashboard/pets");
    await urgent.getByRole("link", { name: t("owner.emergency.search"), exact: true }).click();
    await expect(owner).toHaveURL(/\/lost-found\/[\w-]{36}$/);
    await expect(urgent).toBeHidden();
  });

  const finder = await visitor({ ...phone, javaScriptEnabled: false });
  await test.step("a finder waits: the open page shows it without a reload", async () => {
    await finder.goto(`/tag/${code}`);
    await finder.getByText(t("finderPage.finder.have", { name }), { exact: true }).click();
    await fieldOf(finder, t("finderPage.finder.note")).fill("She is with me");
    await buttonOf(finder, t("finderPage.finder.send")).click();
    await isInSight(owner, urgent.getByRole("link", { name: t("owner.emergency.answer"), exact: true }));
    await expect(urgent.getByRole("link")).toHaveCount(1);
  });

  await test.step("the overview shows it prominently with all actions, and the inbox shows it first", async () => {
    await open(owner, "/dashboard");
    await expect(urgent).toBeHidden();
    for (const action of ["answer", "share", "poster"] as const)
      await isInSight(owner, main.getByRole("link", { name: t(`owner.emergency.${action}`), exact: true }));
    await isInSight(owner, buttonOf(main, t("owner.emergency.onMyWay")));
    await isInSight(owner, main.getByRole("link", { name: t("dashboard.actions.lost"), exact: true }));
    await inspectInBothLanguages(owner, "/dashboard");
    await open(owner, "/dashboard/inbox");
    await expect(main.getByRole("heading", { level: 2 }).first()).toHaveText(t("notifications.needsYou"));
    await inspectInBothLanguages(owner, "/dashboard/inbox");
  });

  await test.step("no part of a long form is hidden behind the bottom bar", async () => {
    await open(owner, "/dashboard/lost-found/new?kind=found");
    await unfold(owner);
    const bar = owner.getByRole("navigation", { name: t("owner.quickLabel") });
    const save = buttonOf(owner, t("reportForm.publish"));
    await isInSight(owner, save);
    const [foot, button] = [(await bar.boundingBox())!, (await save.boundingBox())!];
    expect(button.y + button.height).toBeLessThanOrEqual(foot.y);
    expect(foot.height).toBeGreaterThanOrEqual(56);
    const current = bar.getByRole("link", { name: t("owner.short.lostFound") });
    await expect(current).toHaveAttribute("aria-current", "page");
    await expect(bar.getByText(t("owner.emergency.waiting")).first()).toBeAttached();
  });

  await test.step("one press leads to the conversation, and replying removes the banner", async () => {
    await urgent.getByRole("link", { name: t("owner.emergency.answer"), exact: true }).click();
    await expect(owner).toHaveURL(/\/dashboard\/scan-details\/[\w-]{36}#conversation$/);
    await buttonOf(owner, t("conversations.onMyWay")).click();
    await expect(toast(owner, t("conversations.onMyWayDone"))).toBeVisible();
    await expect(urgent.getByRole("link", { name: t("owner.emergency.answer"), exact: true })).toBeHidden();
    await expect(urgent.getByRole("link", { name: t("owner.emergency.search"), exact: true })).toBeVisible();
  });
});

test("after a day, an unanswered finder is shown calmly, and one press says that the pet is home", async ({
  visitor,
  newTag,
  db,
  t,
  signInNew,
}) => {
  test.slow();
  const owner = await visitor(phone);
  const main = owner.getByRole("main");
  const [member, code] = [await signInNew(owner), await newTag()];
  await owner.goto(`/tag/${code}`);
  await owner.getByLabel(t("finderPage.finder.petName")).fill(name);
  await owner.getByLabel(t("pets.fields.type")).selectOption("cat");
  await buttonOf(owner, t("finderPage.finder.claim")).click();
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.finder.works", { name }));
  const finder = await visitor({ ...phone, javaScriptEnabled: false });
  await finder.goto(`/tag/${code}`);
  await finder.getByText(t("finderPage.finder.have", { name }), { exact: true }).click();
  await buttonOf(finder, t("finderPage.finder.say.safe")).click();
  await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.status.title"));

  // In settings, only a dot with the number stands in the bar.
  const count = owner.getByRole("link", { name: new RegExp(t("owner.emergency.label")) });
  await open(owner, "/dashboard/settings");
  await expect(count.first()).toBeInViewport();
  await inspectInBothLanguages(owner, "/dashboard/settings");

  const isHome = buttonOf(main, t("owner.emergency.home", { pet: name }));
  await open(owner, "/dashboard");
  await expect(main.locator("[data-age=new]")).toBeVisible();
  await expect(isHome).toHaveCount(0);
  await db.execute(
    `update conversations set created_at = created_at - interval '2 days' where owner_id = (select id from users where email = '${member.email}')`,
  );
  await open(owner, "/dashboard");
  await expect(main.locator("[data-age=old]")).toBeVisible();
  await expect(main.getByRole("link", { name: t("owner.emergency.answer"), exact: true })).toBeVisible();
  await inspectInBothLanguages(owner, "/dashboard");
  await isHome.click();
  await expect(owner).toHaveURL(/\/scan-details\//);
  await open(owner, "/dashboard");
  await expect(main.locator("[data-age]")).toHaveCount(0);
  await open(owner, "/dashboard/settings");
  await expect(count).toHaveCount(0);
});
