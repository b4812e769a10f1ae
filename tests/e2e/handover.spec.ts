// A finder at the door could not enter the code of the family, and the pet would stay marked as lost.
import { buttonOf, expect, fieldOf, open, phone, test } from "./fixtures.ts";
import { inspectPage } from "./layout.ts";
import { post } from "./people.ts";

test("the finder enters the family's handover code, and both sides see that the pet is home", async ({
  page,
  visitor,
  apiClient,
  newMember,
  newTag,
  signIn,
  loggedErrors,
  t,
}) => {
  test.slow();
  const [member, code] = [await newMember(), await newTag()];
  await post(apiClient, "/auth", { intent: "signIn", ...member, to: "" });
  await post(apiClient, "/dashboard/pets/new", { intent: "save", name: "Zarkonimus", type: "dog" });
  await signIn(page, member.email, member.password);
  await page.goto(`/tag/${code}`);
  await page.getByLabel(t("finderPage.finder.petToLink")).selectOption({ label: "Zarkonimus" });
  await page.getByRole("button", { name: t("finderPage.finder.claimAndLink") }).click();

  const finder = await visitor(phone);
  await finder.goto(`/tag/${code}`);
  await finder.getByText(t("finderPage.finder.have", { name: "Zarkonimus" }), { exact: true }).click();
  await fieldOf(finder, t("finderPage.finder.note")).fill("At the gate");
  await buttonOf(finder, t("finderPage.finder.send")).click();
  await expect(finder.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.status.title"));

  await open(page, "/dashboard/scan-records");
  const scan = (await page.locator('main a[href*="/scan-details/"]').first().getAttribute("href")) as string;
  // The button is pressed while the page reloads because of its "seen" note. That reload ends before the code is
  // created.
  const [noted, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/scan-details\/[\w-]+\.data/, async (route) => {
    const posted = route.request().postData();
    if (!posted) await noted.promise;
    else if (posted.includes("handover")) await made.promise;
    await route.continue();
  });
  const make = page.waitForRequest((asked) => Boolean(asked.postData()?.includes("handover")));
  await open(page, scan);
  // Waits until the live event of the note has arrived as well, so that no later reload brings the code.
  await page.waitForTimeout(500);
  await buttonOf(page, t("scanDetails.handover.make")).click();
  await make;
  noted.resolve();
  await page.waitForTimeout(300);
  made.resolve();
  const shownCode = page.locator("#handover").getByRole("status").locator("bdi").first();
  await expect(shownCode).toHaveText(/^\d{6}$/);
  const digits = (await shownCode.textContent()) as string;
  await inspectPage(page, scan);

  await test.step("a wrong code is rejected with a message", async () => {
    loggedErrors.allow(/status of 4\d\d/);
    await finder.getByText(t("finderPage.status.handover", { name: "Zarkonimus" }), { exact: true }).click();
    await finder.getByLabel(t("finderPage.status.code")).fill(digits === "000000" ? "111111" : "000000");
    await finder.getByRole("button", { name: t("finderPage.status.handoverSend", { name: "Zarkonimus" }) }).click();
    await expect(finder.getByLabel(t("finderPage.status.code"))).toHaveAttribute("aria-invalid", "true");
  });
  await test.step("the correct code is accepted in Arabic digits", async () => {
    const arabic = [...digits].map((digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)]).join("");
    await finder.getByLabel(t("finderPage.status.code")).fill(arabic);
    await finder.getByRole("button", { name: t("finderPage.status.handoverSend", { name: "Zarkonimus" }) }).click();
    await expect(finder.getByText(t("finderPage.status.home", { name: "Zarkonimus" }))).toBeVisible();
  });
  await inspectPage(finder, new URL(finder.url()).pathname);
  await expect(page.getByText(t("scanDetails.handover.home", { name: "\u2068Zarkonimus\u2069" }))).toBeVisible();
});
