// A person who has only a phone number could not get an account, or somebody with that number would take it over.
import { plainPicture } from "#tests/plain-picture.ts";
import { buttonOf, expect, fieldOf, open, phone, test, toast } from "./fixtures.ts";
import { inspect, inspectInBothLanguages } from "./layout.ts";

/** Number as an Arabic keyboard types it. */
const typedNumber = "٠١٠٠ ٧٧٧ ٠١٠٢";

test("a user with only a phone number signs up, signs in again and adds an e-mail address", async ({
  visitor,
  signIn,
  app,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 400/);
  // Logging out may overtake the live stream that the page is about to open.
  loggedErrors.allow(/status of 401 .*\/live\?/);
  const page = await visitor(phone);
  const codes = () => app.carriers.taken.filter(({ to, template }) => template === "aleef_code" && to.endsWith("0102"));
  const press = (name: string) => buttonOf(page, name).click();
  await open(page, "/auth?mode=sign-up");
  await page.getByRole("link", { name: t("accounts.auth.byPhone") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("accounts.phone.head"));
  await inspectInBothLanguages(page, "/auth/phone");
  await page.getByLabel(t("accounts.phone.number")).fill("0123");
  await press(t("phone.card.byWhatsapp"));
  await expect(page.getByText(t("errors.phone")).first()).toBeVisible();
  await page.getByLabel(t("accounts.phone.number")).fill(typedNumber);
  await press(t("phone.card.byWhatsapp"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("accounts.phone.codeHead"));
  await expect.poll(() => codes().length).toBe(1);
  // Back leads to the number, which is still there, and forward to the code.
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("accounts.phone.head"));
  await expect(page.getByLabel(t("accounts.phone.number"))).toHaveValue(/^010 ?0777/);
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("accounts.phone.codeHead"));
  await inspect(page, "the code");
  await fieldOf(page, t("accounts.phone.code")).fill("1");
  await press(t("accounts.phone.continue"));
  await expect(page.getByText(t("phone.wrongCode")).first()).toBeVisible();
  await fieldOf(page, t("accounts.phone.code")).fill(codes()[0]?.params[0] ?? "");
  await press(t("accounts.phone.continue"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("accounts.phone.nameHead"));
  await inspect(page, "the name");
  await page.getByLabel(t("accounts.fields.firstName")).fill("Salma");
  await press(t("accounts.phone.create"));
  await expect(toast(page, t("accounts.phone.created"))).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);

  for (const path of [
    "/dashboard/settings/security",
    "/dashboard/settings/security/two-steps",
    "/dashboard/settings/my-data",
    "/dashboard/settings",
    "/dashboard/settings/notifications",
    "/dashboard/settings/test-my-tag",
    "/dashboard/lost-found/new",
    "/contact",
  ])
    await inspectInBothLanguages(page, path);

  // After signing out, the number allows signing in again, but only with a new code.
  await page.context().clearCookies();
  await open(page, "/auth/phone");
  await page.getByLabel(t("accounts.phone.number")).fill(typedNumber);
  await press(t("phone.card.bySms"));
  const sms = () =>
    app.carriers.taken.filter(({ to, carrier }) => carrier === "sms" && to.endsWith(codes()[0]!.to.slice(-4)));
  await expect.poll(() => sms().length).toBe(1);
  await fieldOf(page, t("accounts.phone.code")).fill(/\d{6}/.exec(sms()[0]!.text ?? "")?.[0] ?? "");
  await press(t("accounts.phone.continue"));
  await expect(page).toHaveURL(/\/dashboard$/);

  const address = "salma@example.com";
  await open(page, "/dashboard/settings/security");
  await fieldOf(page, t("accounts.fields.email")).fill(address);
  await press(t("accountSettings.addEmail"));
  await expect(toast(page, t("accounts.emailAsked"))).toBeVisible();
  const { text } = await app.mails.emailTo(address);
  const link = /\/auth\/email\/confirm\?token=[\w-]+/.exec(text)?.[0] ?? "";
  // Where another account is logged in, logging out leads back to the link.
  const other = await visitor(phone);
  await signIn(other, "finder@aleef.test");
  await open(other, link);
  const account = "\u2066finder@aleef.test\u2069";
  const main = other.getByRole("main");
  await expect(main.getByText(t("emailLink.otherAccount", { account }))).toBeVisible();
  await main.getByRole("button", { name: t("shell.logout") }).click();
  await expect(main.getByText(t("accounts.pleaseLogIn"))).toBeVisible();
  await expect(other).toHaveURL(link);
  await open(page, link);
  await press(t("emailLink.confirm.action"));
  await expect(toast(page, t("accounts.emailChanged"))).toBeVisible();
  await expect(page.getByRole("button", { name: t("accountSettings.setPassword") })).toBeVisible();
});

test("a number of an account with a password requires further proof, also without scripts", async ({
  visitor,
  newMember,
  app,
  db,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 40[01]/);
  const { email, password } = await newMember();
  const number = "+201007770112";
  await db.execute(
    `update users set phone = '${number}', verified_phone = '${number}', phone_proven_at = now() where email = '${email}'`,
  );
  const page = await visitor({ ...phone, javaScriptEnabled: false });
  const press = (name: string) => buttonOf(page, name).click();
  await page.goto(`${app.url}/auth/phone`);
  await page.getByLabel(t("accounts.phone.number")).fill(number);
  await press(t("phone.card.byWhatsapp"));
  const code = () => app.carriers.taken.findLast(({ to, template }) => template === "aleef_code" && to === number);
  await expect.poll(code).toBeTruthy();
  await fieldOf(page, t("accounts.phone.code")).fill(code()?.params[0] ?? "");
  await press(t("accounts.phone.continue"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("accounts.phone.proofHead"));
  await fieldOf(page, t("accounts.fields.password")).fill("Wrong-walk-1");
  await press(t("accounts.phone.withPassword"));
  await expect(page.getByText(t("emailLink.verify.wrongPassword")).first()).toBeVisible();
  await press(t("accounts.phone.sendEmail"));
  await expect(page.getByText(t("accounts.phone.emailSent"))).toBeVisible();
  await fieldOf(page, t("accounts.fields.password")).fill(password);
  await buttonOf(page, t("accounts.phone.withPassword")).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a new owner sets up a tag by phone in at most five presses, with the tag in sight until it works", async ({
  visitor,
  newTag,
  app,
  t,
}) => {
  const number = "+201007770122";
  const page = await visitor(phone);
  const code = await newTag();
  const main = page.getByRole("main");
  const heading = page.getByRole("heading", { level: 1 });
  let presses = 0;
  const press = (name: string) => {
    presses++;
    return buttonOf(page, name).click();
  };
  await page.goto(`/tag/${code}`);
  await inspect(page, "a tag without an owner");
  await page.getByLabel(t("accounts.phone.number")).fill(number);
  await press(t("phone.card.byWhatsapp"));
  await expect(heading).toHaveText(t("accounts.phone.codeHead"));
  await expect(main.getByText(code)).toBeVisible();
  const codes = () => app.carriers.taken.filter(({ to, template }) => template === "aleef_code" && to === number);
  await expect.poll(() => codes().length).toBe(1);
  await fieldOf(page, t("accounts.phone.code")).fill(codes()[0]?.params[0] ?? "");
  await press(t("accounts.phone.continue"));
  await expect(heading).toHaveText(t("accounts.phone.nameHead"));
  await expect(main.getByText(code)).toBeVisible();
  await page.getByLabel(t("accounts.fields.firstName")).fill("Salma");
  await press(t("accounts.phone.create"));
  await expect(page.getByText(t("accounts.phone.created"))).toBeVisible();
  const name = "Simsim 🐾 the Magnificent of Zamalek and Heliopolis, first";
  await page.getByLabel(t("finderPage.finder.petName")).fill(name);
  await page.getByLabel(t("pets.fields.type")).selectOption("cat");
  const photo = plainPicture(2400, 600, "#c98b3c");
  await page
    .getByLabel(t("finderPage.finder.petPhoto"))
    .setInputFiles({ name: "s.jpg", mimeType: "image/jpeg", buffer: await photo.jpeg().toBuffer() });
  await press(t("finderPage.finder.claim"));
  await expect(heading).toHaveText(t("finderPage.finder.works", { name }));
  expect(presses).toBeLessThanOrEqual(5);
  const preview = page.frameLocator("iframe");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText(t("finderPage.finder.hi", { name }));
  await expect(preview.locator("picture img")).toBeVisible();
  await inspect(page, "a tag that works");
  await page.getByRole("link", { name: t("finderPage.finder.testNow"), exact: true }).click();
  await expect(heading).toHaveText(t("tagTest.title"));
  await expect(main.getByRole("combobox")).toContainText(code);
});
