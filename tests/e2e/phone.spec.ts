// An owner could not stop our messages, or a finder's words on WhatsApp would never reach the family.
import { addTag, buttonOf, expect, open, phone, test, toast } from "./fixtures.ts";
import { inspectInBothLanguages, inspectPage } from "./layout.ts";

const numberOf = { en: "0100 777 0001", ar: "٠١٠٠ ٧٧٧ ٠٠٠٢" };
const contactOf = { en: "+201007770011", ar: "+201007770012" };

test("an owner verifies a number by code, stops its messages and resumes them", async ({
  visitor,
  app,
  loggedErrors,
  t,
  language,
  signInNew,
}) => {
  loggedErrors.allow(/status of 400/);
  const page = await visitor(phone);
  await signInNew(page);
  await open(page, "/dashboard/settings/notifications");
  const card = page.locator("#phone");
  await card.getByLabel(t("phone.card.number")).fill("12");
  await card.getByRole("button", { name: t("phone.card.byWhatsapp") }).click();
  await expect(card.getByText(t("errors.phone"))).toBeVisible();
  await expect(card.getByLabel(t("phone.card.number"))).toHaveValue("12");
  await card.getByLabel(t("phone.card.number")).fill(numberOf[language]);
  await card.getByRole("button", { name: t("phone.card.byWhatsapp") }).click();
  await expect(toast(page, t("phone.card.sent"))).toBeVisible();
  const sent = () =>
    app.carriers.taken.filter(
      ({ to, template }) => template === "aleef_code" && to.endsWith(language === "en" ? "0001" : "0002"),
    );
  await expect.poll(() => sent().length).toBe(1);
  await inspectInBothLanguages(page, "/dashboard/settings/notifications");
  const code = page.locator('#phone input[name="code"]');
  await code.fill("1");
  await card.getByRole("button", { name: t("phone.card.confirm") }).click();
  await expect(card.getByText(t("phone.wrongCode"))).toBeVisible();
  await expect(card.getByText(t("phone.card.newCodeOrChange"), { exact: true })).toBeVisible();
  await code.fill(sent()[0]?.params[0] ?? "");
  await card.getByRole("button", { name: t("phone.card.confirm") }).click();
  await expect(toast(page, t("phone.card.saved"))).toBeVisible();
  await expect(card.getByText(t("phone.card.state.on"), { exact: true })).toBeVisible();
  await card.getByRole("button", { name: t("phone.card.stop") }).click();
  await expect(card.getByText(t("phone.card.state.stopped"), { exact: true })).toBeVisible();
  await card.getByRole("button", { name: t("phone.card.start") }).click();
  await expect(card.getByText(t("phone.card.state.on"), { exact: true })).toBeVisible();
  await inspectInBothLanguages(page, "/dashboard/settings/notifications");
});

test("an emergency contact with only a phone number is asked for consent and agrees through the link without signing in", async ({
  page,
  visitor,
  signIn,
  app,
  db,
  t,
  language,
}) => {
  await signIn(page, "owner@aleef.test");
  const { rows } = await db.execute<{ id: string; name: string }>(
    "select p.id, p.name from pets p join users u on u.id = p.owner_id and u.email = 'owner@aleef.test' where p.name = 'Rocky'",
  );
  const pet = rows[0]?.name;
  const edit = `/dashboard/pets/${rows[0]?.id}/edit`;
  await open(page, edit);
  await page.getByRole("button", { name: t("petForm.contact.add") }).click();
  const contact = page.locator("#contacts li").last();
  await contact.getByLabel(t("petForm.contact.name")).fill("Samir");
  await contact.getByLabel(t("petForm.contact.phone")).fill(contactOf[language]);
  await expect(contact.getByText(t("petForm.contact.unreachable"))).toBeVisible();
  await page
    .getByRole("button", { name: t("form.save") })
    .last()
    .click();
  await expect(toast(page, t("pets.changed", { name: pet ?? "" }))).toBeVisible();
  const asked = () => app.carriers.taken.find(({ to }) => to === contactOf[language]);
  await expect.poll(asked).toMatchObject({ template: "aleef_consent" });
  const link = new URL(asked()?.params[3] ?? "").pathname;

  const samir = await visitor(phone);
  await inspectInBothLanguages(samir, link);
  await samir.getByRole("button", { name: t("phone.consent.agree") }).click();
  await expect(samir.getByText(t("phone.consent.isAgreed"))).toBeVisible();
  await inspectInBothLanguages(samir, link);
  await open(page, edit);
  await expect(page.locator("#contacts").getByText(t("petForm.contact.agreed"))).toBeVisible();
  await samir.getByRole("button", { name: t("phone.consent.stop") }).click();
  await expect(samir.getByText(t("phone.consent.isStopped"))).toBeVisible();
});

test("the recipient of 'Can we still reach you?' confirms with one press, without signing in", async ({
  visitor,
  app,
  db,
  t,
}) => {
  const { rows } = await db.execute<{ id: string }>("select id from users where email = 'owner@aleef.test'");
  expect(rows).toHaveLength(1);
  // Makes the half-yearly e-mail due now.
  await db.execute("update users set created_at = created_at - interval '1 year' where email = 'owner@aleef.test'");
  await db.execute("delete from reachability_checks");
  await db.execute("insert into jobs.job (name, data) values ('pets.check-reachability', '{}')");
  const message = await app.mails.emailTo("owner@aleef.test", ({ text }) => text.includes("/still-reachable/"));
  const link = /\/still-reachable\/[\w-]{43}/.exec(message.text)?.[0] as string;
  const page = await visitor(phone);
  await inspectInBothLanguages(page, link);
  await page.getByRole("button", { name: t("reachability.confirm") }).click();
  await expect(page.getByText(t("reachability.isConfirmed"))).toBeVisible();
  await expect(page.getByText("owner@aleef.test")).toHaveCount(0);
  await inspectInBothLanguages(page, link);
});

test("a finder writes by WhatsApp from the tag's page, and the owner replies on the site and in the chat", async ({
  page,
  visitor,
  newTag,
  app,
  db,
  t,
  language,
  signInNew,
}) => {
  const [member, code] = [await signInNew(page), await newTag()];
  await addTag(page, code, t);
  const [finderNumber, ownNumber] =
    language === "en" ? ["+201007770021", "+201007770031"] : ["+201007770022", "+201007770032"];
  await db.execute(`update users set phone = '${ownNumber}' where email = '${member.email}'`);
  await db.execute(`update users set verified_phone = '${ownNumber}' where email = '${member.email}'`);

  const finder = await visitor(phone);
  await finder.goto(`/tag/${code}`);
  const link = finder.getByRole("link", { name: t("finderPage.whatsapp.write") });
  const prefilled = new URL((await link.getAttribute("href")) ?? "");
  expect(prefilled.origin + prefilled.pathname).toBe("https://wa.me/201550001234");
  const text = prefilled.searchParams.get("text") ?? "";
  expect(text).toContain(t("finderPage.whatsapp.haveOther"));
  expect(await app.carriers.write(finderNumber, text)).toBe(200);
  const readBy = (number: string) => app.carriers.taken.filter(({ to }) => to === number).map((one) => one.text);
  const connected = t("finderPage.whatsapp.connected", { family: t("conversations.owner") });
  await expect.poll(() => readBy(finderNumber)).toEqual([connected]);

  await open(page, "/dashboard/scan-records");
  await page.getByRole("row").filter({ hasText: code }).getByRole("link").first().click();
  await expect(page.getByText(t("finderPage.whatsapp.haveOther"))).toBeVisible();
  await expect(page.getByText(finderNumber)).toHaveCount(0);
  await page.getByLabel(t("conversations.writeLabel")).fill("I am five minutes away");
  await buttonOf(page, t("conversations.send")).click();
  await expect.poll(() => readBy(finderNumber).join()).toContain("I am five minutes away");
  await app.carriers.write(ownNumber, "Please give her water");
  await expect.poll(() => readBy(finderNumber).join()).toContain("Please give her water");
  await app.carriers.write(finderNumber, { type: "location", location: { latitude: 30.0444, longitude: 31.2357 } });
  await app.carriers.write(finderNumber, { type: "audio", audio: { id: "1", mime_type: "audio/ogg" } });
  await expect.poll(() => readBy(finderNumber)).toContain(t("finderPage.whatsapp.textOnly"));
  await expect(page.getByText("Please give her water")).toBeVisible();
  await inspectPage(page, new URL(page.url()).pathname);
});
