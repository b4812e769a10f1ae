// An administrator would cancel orders by a slip, or not see which rows a run left out.
import { eq, like } from "drizzle-orm";
import { bulkRunItems, bulkRuns } from "#app/features/admin-lists/admin-lists.tables.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { Db } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { buttonOf, expect, fieldOf, open, test, toast } from "./fixtures.ts";

test("shows a missing required choice next to its field, in the page's language", async ({ page, signIn, t }) => {
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard/tags-management");
  const link = buttonOf(page, t("tags.link")).or(buttonOf(page, t("tags.changeLink")));
  await link.first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").selectOption("");
  await dialog.getByRole("button", { name: new RegExp(`${t("tags.link")}|${t("tags.changeLink")}`) }).click();
  await expect(dialog.getByText(t("tags.selectPet"))).toBeVisible();
  await expect(dialog.getByRole("combobox")).toHaveAttribute("aria-invalid", "true");
});

test("resets the form for new tags after success and removes the earlier error", async ({
  page,
  signIn,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 400/);
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/tags");
  const count = fieldOf(page, t("tags.howMany"));
  const generate = buttonOf(page, t("tags.generate"));
  await page.getByText(t("tags.generateTitle"), { exact: true }).click();
  await count.fill("0");
  await generate.click();
  await expect(page.getByText(t("tags.countRange"))).toBeVisible();
  await expect(count).toHaveValue("0");
  await count.fill("٢");
  await generate.click();
  await expect(toast(page, t("tags.generated", { count: 2 }))).toBeVisible();
  await expect(page.getByText(t("tags.countRange"))).toBeHidden();
  await expect(count).toHaveValue("10");
});

test("cancelling orders in bulk asks for confirmation with their number and does nothing if declined", async ({
  page,
  signIn,
  t,
}) => {
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/orders?status=pending");
  const box = page.getByRole("checkbox", { name: /AL-/ }).first();
  await box.check();
  await buttonOf(page, t("adminOrders.bulk.cancelled")).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(t("adminOrders.bulk.cancelTitle", { count: 1 }));
  await dialog
    .getByRole("button", { name: t("adminOrders.bulk.keep") })
    .last()
    .click();
  await expect(dialog).toBeHidden();
  await expect(box).toBeChecked();
});

/** Creates pets with this name for the demo owner. */
async function addPets(db: Db, name: string, many: number) {
  const [owner] = await db.select().from(users).where(eq(users.email, "owner@aleef.test"));
  await db.insert(pets).values(
    Array.from({ length: many }, (_, at) => ({
      id: createId(),
      ownerId: owner!.id,
      name: `${name} ${at + 1}`,
      type: "dog" as const,
      shown: [],
    })),
  );
}

test("a job corrects sixty pets, shows its progress again after leaving the page, and can be undone", async ({
  page,
  signIn,
  db,
  t,
}) => {
  const name = `Zarko${createId().slice(-6)}`;
  await addPets(db, name, 60);
  await signIn(page, "admin@aleef.test");
  await open(page, `/admin/pets?q=${name}`);
  await page.getByRole("checkbox", { name: t("bulk.choosePage", { count: 50 }) }).check();
  await page.getByRole("checkbox", { name: t("bulk.chooseAll", { count: 60, number: "60" }) }).check();
  await page.locator("select[name=type]").selectOption("cat");
  await buttonOf(page, t("adminPets.bulk.correct", { count: 60 })).click();
  await expect(page.getByText(t("bulk.done", { count: 60, number: "60" }))).toBeVisible({ timeout: 30_000 });
  expect(await db.$count(pets, like(pets.name, `${name} %`))).toBe(60);
  await buttonOf(page, t("bulk.undo")).click();
  await expect(page.getByText(t("bulk.undone", { count: 60, number: "60" }))).toBeVisible({ timeout: 30_000 });

  // A run that no worker is processing, as when the queue is busy.
  const [admin] = await db.select().from(users).where(eq(users.email, "admin@aleef.test"));
  const runId = createId();
  const run = { id: runId, kind: "pets.correct", adminId: admin!.id, params: { type: "cat" }, listPath: "/admin/pets" };
  await db.insert(bulkRuns).values({ ...run, total: 60, startedAt: new Date() });
  const items = Array.from({ length: 60 }, (_, at) => ({
    runId,
    position: at + 1,
    subjectId: createId(),
    name: `${name} ${at + 1}`,
    state: at < 25 ? ("done" as const) : ("waiting" as const),
  }));
  await db.insert(bulkRunItems).values(items);
  await open(page, "/admin");
  await open(page, "/admin/pets");
  await expect(page.getByText(t("bulk.working", { done: "25", total: "60" }))).toBeVisible();
  await expect(page.getByRole("progressbar", { name: t("bulk.progress") })).toHaveJSProperty("value", 25);
  await db.delete(bulkRuns).where(eq(bulkRuns.id, runId));
});

test("nothing stays selected after a run except the rows that it rejected, which are named", async ({
  page,
  signIn,
  db,
  t,
}) => {
  const name = `Zorro${createId().slice(-6)}`;
  await addPets(db, name, 3);
  await signIn(page, "admin@aleef.test");
  await open(page, `/admin/pets?q=${name}`);
  const chosen = page.locator("input[name=ids]:checked");
  const choosePage = page.getByRole("checkbox", { name: t("bulk.choosePage", { count: 3 }) });
  const correct = async () => {
    await page.locator("select[name=type]").selectOption("cat");
    await buttonOf(page, t("adminPets.bulk.correct", { count: 3 })).click();
  };
  await choosePage.check();
  await correct();
  await expect(page.getByText(t("bulk.done", { count: 3, number: "3" }))).toBeVisible();
  await expect(chosen).toHaveCount(0);
  await expect(choosePage).not.toBeChecked();

  await choosePage.check();
  // The other two are cats already.
  await db
    .update(pets)
    .set({ type: "bird" })
    .where(eq(pets.name, `${name} 2`));
  await correct();
  await expect(page.getByText(t("bulk.done", { count: 1, number: "1" }))).toBeVisible();
  await expect(chosen).toHaveCount(2);
  for (const pet of [`${name} 1`, `${name} 3`])
    await expect(page.getByRole("listitem").filter({ hasText: pet })).toContainText(t("adminPets.bulk.sameAlready"));
});

test("what was selected on one page of a list is not selected on the next", async ({ page, signIn, db, t }) => {
  const name = `Zelda${createId().slice(-6)}`;
  await addPets(db, name, 51);
  await signIn(page, "admin@aleef.test");
  await open(page, `/admin/pets?q=${name}`);
  await page.getByRole("checkbox", { name: t("bulk.choosePage", { count: 50 }) }).check();
  await page.getByRole("checkbox", { name: t("bulk.chooseAll", { count: 51, number: "51" }) }).check();
  await page.getByRole("link", { name: t("form.next"), exact: true }).click();
  const whole = page.getByRole("checkbox", { name: t("bulk.choosePage", { count: 1 }) });
  await expect(whole).not.toBeChecked();
  await expect(page.getByText(t("bulk.chosen", { count: 51, number: "51" }))).toBeHidden();
  await whole.check();
  await expect(page.getByText(t("bulk.chosen", { count: 1, number: "1" }))).toBeVisible();
  await expect(
    page.getByRole("checkbox", { name: t("bulk.chooseAll", { count: 51, number: "51" }) }),
  ).not.toBeChecked();
});

test("selected orders are shipped in the order of the list", async ({ page, signIn, t }) => {
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/orders?status=all&sort=city");
  await page.locator("input[name=ids]").first().check();
  await buttonOf(page, t("adminOrders.bulk.ship")).click();
  await expect(page).toHaveURL(/\/admin\/orders\/ship\?.*sort=city/);
});

test("a filter with few values is shown as chips that apply immediately, with and without scripts, and mark the active one", async ({
  page,
  signIn,
  visitor,
  t,
}) => {
  const chip = (of: typeof page, name: string) => of.getByRole("link", { name, exact: true });
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/users?q=aleef.test");
  await chip(page, t("adminUsers.roles.admin")).click();
  await expect(page).toHaveURL(/role=admin/);
  await expect(page).toHaveURL(/q=aleef\.test/);
  await expect(chip(page, t("adminUsers.roles.admin"))).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("row")).toHaveCount(2);
  await chip(page, t("adminUsers.roles.admin")).click();
  await expect(page).not.toHaveURL(/role=/);

  const plain = await visitor({ javaScriptEnabled: false });
  await signIn(plain, "admin@aleef.test");
  await plain.goto("/admin/pets");
  await chip(plain, t("pets.types.bird")).click();
  await expect(plain).toHaveURL(/type=bird/);
  await expect(chip(plain, t("pets.types.bird"))).toHaveAttribute("aria-current", "true");
});
