// A group would get a report's text without its picture, or a closed sheet would count as shared.
import type { Page } from "@playwright/test";
import { buttonOf, expect, open, test } from "./fixtures.ts";

interface Shared {
  text: string;
  url: string;
  files: { name: string; type: string; width: number; height: number }[];
}

declare global {
  interface Window {
    shared: Shared[];
    /** Whether the person closes the phone's sheet without choosing anything. */
    isClosed: boolean;
  }
}

/** Gives a browser the phone's own sheet, which headless ones lack, and keeps what it is given. */
const stubShareSheet = (page: Page) =>
  page.addInitScript(() => {
    window.shared = [];
    window.isClosed = false;
    const canShare = ({ files = [] }: ShareData) => files.every((file) => file instanceof File && file.size > 0);
    async function share({ text = "", url = "", files = [] }: ShareData) {
      const pictures = files.map(async (file) => {
        const { width, height } = await createImageBitmap(file);
        return { name: file.name, type: file.type, width, height };
      });
      window.shared.push({ text, url, files: await Promise.all(pictures) });
      if (window.isClosed) throw new DOMException("Share canceled", "AbortError");
    }
    Object.assign(navigator, { canShare, share });
  });

test("a report is shared by the phone's own sheet with its picture; closing the sheet does nothing", async ({
  page,
  signIn,
  t,
}) => {
  await stubShareSheet(page);
  await signIn(page, "owner@aleef.test");
  await open(page, "/dashboard/lost-found");
  const main = page.getByRole("main");
  const own = main.locator('a[href*="/dashboard/lost-found/"]').filter({ hasText: "Mishmish" }).first();
  const path = (await own.getAttribute("href"))!;
  const address = new RegExp(`${path.replace("/dashboard/lost-found/", "/community-reports/")}$`);
  const shared = () => page.evaluate(() => window.shared);
  const close = (isClosed: boolean) => page.evaluate((now) => Object.assign(window, { isClosed: now }), isClosed);
  const whole = {
    text: expect.stringMatching(/Mishmish/),
    url: expect.stringMatching(address),
    files: [{ name: "aleef.jpg", type: "image/jpeg", width: 1080, height: 1350 }],
  };

  await test.step("on the report", async () => {
    await open(page, path.replace("/dashboard/lost-found/", "/community-reports/"));
    const button = buttonOf(page, t("lostFound.share.native"));
    await close(true);
    await button.click();
    await expect.poll(shared).toEqual([whole]);
    await close(false);
    await button.click();
    await expect.poll(shared).toEqual([whole, whole]);
  });

  await test.step("in the first steps, whose step is done only if something was shared", async () => {
    await open(page, `${path}/first-steps`);
    const step = t("searchPlan.steps.share");
    const untick = buttonOf(main, t("searchPlan.untick", { step }));
    const link = main.getByRole("link", { name: t("firstSteps.share"), exact: true });
    await close(true);
    // The picture is loaded with the page, since a sheet opens only right after the press.
    await expect(async () => {
      await link.click();
      expect((await shared()).at(-1)).toEqual(whole);
    }).toPass();
    await expect(untick).toHaveCount(0);
    await close(false);
    await link.click();
    await untick.click();
    await expect(untick).toHaveCount(0);
  });
});
