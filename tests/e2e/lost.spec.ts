// An owner at night, in a street, would need more presses than the pet leaves time for, or not know what comes next.
import { petContacts } from "#app/features/pets/pets.tables.server.ts";
import { plainPicture } from "#tests/plain-picture.ts";
import { buttonOf, expect, fieldOf, open, test, toast } from "./fixtures.ts";
import { inspectInBothLanguages } from "./layout.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const name = "Simsim";
const contacts = { Mona: "+201001234567", "Karim 🐾": "+201112345678" };

test("a pet is reported lost in three presses, and the first ten minutes tick themselves", async ({
  visitor,
  db,
  t,
  signInNew,
}) => {
  test.slow();
  const owner = await visitor({ ...phone, geolocation: { latitude: 30.061, longitude: 31.219 } });
  await owner
    .context()
    .route(/wa\.me|google\.com/, (route) => route.fulfill({ body: "opened", contentType: "text/plain" }));
  const main = owner.getByRole("main");
  await signInNew(owner);
  const photo = plainPicture(900, 1600, "#c98b3c");
  await test.step("a pet with a tall photo and two emergency contacts", async () => {
    await open(owner, "/dashboard/pets/new");
    await fieldOf(main, t("pets.fields.name")).first().fill(name);
    await owner.getByRole("radio", { name: t("pets.types.cat") }).check();
    await buttonOf(owner, t("pets.fields.photo")).setInputFiles({
      name: "s.jpg",
      mimeType: "image/jpeg",
      buffer: await photo.jpeg().toBuffer(),
    });
    await owner.getByRole("button", { name: t("pets.saveNew") }).click();
    await expect(toast(owner, t("pets.added", { name }))).toBeVisible();
  });
  const petId = owner.url().split("/").at(-1) ?? "";

  let presses = 0;
  const press = (one: ReturnType<typeof main.getByRole>) => {
    presses++;
    return one.click();
  };
  await test.step("three presses", async () => {
    await open(owner, "/dashboard");
    await press(main.getByRole("link", { name: t("dashboard.actions.lost"), exact: true }));
    await expect(owner.getByRole("heading", { level: 1 })).toHaveText(t("reportForm.newLost.unknown", { name }));
    const path = owner.getByRole("navigation", { name: t("form.breadcrumb") });
    await expect(path.locator("[aria-current]"), "not a sentence with a name").toHaveText(t("lostFound.iLost"));
    await owner.context().grantPermissions(["geolocation"]);
    await press(buttonOf(owner, t("reportForm.pinHere")));
    await expect(main.getByLabel(t("reportForm.area"))).not.toHaveValue("");
    await press(buttonOf(owner, t("reportForm.publish")));
    await expect(owner.getByRole("heading", { level: 1 })).toHaveText(t("firstSteps.heading.unknown", { name }));
    expect(presses).toBe(3);
  });
  await owner.waitForURL(/first-steps$/);
  const steps = owner.url();
  const isTicked = (step: "share" | "posters" | "contacts" | "vets") =>
    buttonOf(main, t("searchPlan.untick", { step: t(`searchPlan.steps.${step}`) }));

  await test.step("without contacts, the row leads to where they are added", async () => {
    const contactsLink = main.getByRole("link", { name: t("firstSteps.contacts"), exact: true });
    await expect(contactsLink).toHaveAttribute("href", `/dashboard/pets/${petId}/edit`);
  });

  await test.step("each step ticks itself when it was done", async () => {
    await inspectInBothLanguages(owner, new URL(steps).pathname);
    for (const [step, link] of [
      ["share", t("firstSteps.share")],
      ["vets", /Zamalek|الزمالك/],
    ] as const) {
      await expect(isTicked(step)).toHaveCount(0);
      const opened = owner.context().waitForEvent("page");
      await main.getByRole("link", { name: link }).click();
      await (await opened).close();
      await expect(isTicked(step)).toBeVisible();
    }
    await main.getByRole("link", { name: t("firstSteps.posters"), exact: true }).click();
    await buttonOf(owner, t("posters.add")).click();
    await expect(buttonOf(owner, t("posters.open"))).toBeVisible();
    await open(owner, steps);
    for (const step of ["share", "posters", "vets"] as const) await expect(isTicked(step)).toBeVisible();
  });

  await test.step("the contacts' row is ticked once each of them was written to", async () => {
    const rows = Object.entries(contacts).map(([name, phone], position) => ({
      id: crypto.randomUUID(),
      petId,
      position,
      name,
      phone,
    }));
    await db.insert(petContacts).values(rows);
    await open(owner, steps);
    for (const [contact, number] of Object.entries(contacts)) {
      await expect(isTicked("contacts")).toHaveCount(0);
      const link = main.getByRole("link", { name: t("firstSteps.contact", { name: contact }), exact: true });
      await expect(link).toHaveAttribute("href", new RegExp(`wa\\.me/${number.slice(1)}\\?text=`));
      const opened = owner.context().waitForEvent("page");
      await link.click();
      await (await opened).close();
    }
    await expect(isTicked("contacts")).toBeVisible();
  });

  await test.step("the pet is home: the question stands at the end", async () => {
    await main.getByRole("link", { name: t("ownReports.resolveTitle.lost"), exact: true }).click();
    await expect(fieldOf(main, t("ownReports.how"))).toBeVisible();
  });
});
