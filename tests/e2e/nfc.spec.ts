// An owner would lock a chip that holds the wrong address, and it could never be corrected.
import type { Page } from "@playwright/test";
import { addTag, buttonOf, expect, open, phone, test } from "./fixtures.ts";

interface FakeChip {
  /** Content of the chip. Tests may change it to simulate another chip. */
  address: string | null;
  isLocked: boolean;
  /** Name of the error that the next tap fails with. */
  fails: string | null;
}

/** Replaces Web NFC (Chrome on Android) by a fake chip that is tapped immediately. */
async function installFakeNfc(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const chip: FakeChip = { address: null, isLocked: false, fails: null };
    const touch = () => {
      const name = chip.fails;
      chip.fails = null;
      if (name) throw new DOMException("at the chip", name);
    };
    class NDEFReader extends EventTarget {
      async write(message: { records: { recordType: string; data: string }[] }) {
        touch();
        if (chip.isLocked) throw new DOMException("locked", "NetworkError");
        chip.address = message.records[0]?.data ?? null;
      }
      async scan() {
        touch();
        const data = new DataView(new TextEncoder().encode(chip.address ?? "").buffer);
        const message = { records: chip.address === null ? [] : [{ recordType: "url", data }] };
        setTimeout(() => this.dispatchEvent(Object.assign(new Event("reading"), { message })));
      }
      async makeReadOnly() {
        touch();
        chip.isLocked = true;
      }
    }
    Object.assign(globalThis, { NDEFReader, chip });
  });
}

const chipOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { chip: FakeChip }).chip);
const setChip = (page: Page, values: Partial<FakeChip>) =>
  page.evaluate((given) => {
    Object.assign((globalThis as unknown as { chip: FakeChip }).chip, given);
  }, values);

test("an owner writes a tag's chip by phone, verifies it and locks it after entering the tag's code", async ({
  visitor,
  newMember,
  newTag,
  signIn,
  t,
  app,
}) => {
  const [member, code] = [await newMember(), await newTag()];
  const page = await visitor(phone);
  await installFakeNfc(page);
  await signIn(page, member.email, member.password);
  await addTag(page, code, t);
  const menu = page.getByLabel(`${t("tags.more")}:`).first();
  await menu.click();
  await buttonOf(page, t("tagWriting.action")).click();
  const dialog = page.getByRole("dialog", { name: t("tagWriting.title") });
  const address = `${app.url}/n/${code.replaceAll("-", "")}`;
  await expect(dialog).toContainText(address);
  const press = (name: string) => buttonOf(dialog, name).click();

  await setChip(page, { fails: "NotAllowedError" });
  await press(t("tagWriting.write"));
  await expect(dialog.getByRole("alert")).toContainText(t("tagWriting.errors.denied"));
  await press(t("tagWriting.write"));
  await expect(dialog.getByRole("status")).toHaveText(t("tagWriting.steps.check"));
  expect((await chipOf(page)).address).toBe(address);

  await setChip(page, { address: "https://example.com/other" });
  await press(t("tagWriting.check"));
  await expect(dialog.getByRole("alert")).toContainText(t("tagWriting.errors.different"));
  await press(t("tagWriting.again"));
  await press(t("tagWriting.write"));
  await press(t("tagWriting.check"));
  await expect(dialog.getByRole("status")).toHaveText(t("tagWriting.steps.checked"));

  const lock = buttonOf(dialog, t("tagWriting.lock"));
  await expect(lock).toBeDisabled();
  await dialog.getByRole("textbox").fill("WRONG-CODE");
  await expect(lock).toBeDisabled();
  await dialog.getByRole("textbox").fill(code.toLowerCase());
  await lock.click();
  await expect(dialog.getByRole("status")).toHaveText(t("tagWriting.steps.locked"));
  expect((await chipOf(page)).isLocked).toBe(true);
});

test("says what to use instead when an administrator's browser has no NFC", async ({ page, signIn, t }) => {
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/tags");
  await page.getByRole("table").getByRole("row").nth(1).getByRole("link").first().click();
  await buttonOf(page, t("tagWriting.action")).click();
  const dialog = page.getByRole("dialog", { name: t("tagWriting.title") });
  await expect(dialog).toContainText(t("tagWriting.unsupported"));
  await expect(dialog).toContainText("/n/");
});
