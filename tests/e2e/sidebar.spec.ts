// A person with a long e-mail address could not press the button to log out.
import { buttonOf, expect, open, test } from "./fixtures.ts";

test("a long e-mail address does not push the logout button out of the sidebar", async ({ page, t, signInNew }) => {
  await signInNew(page);
  await open(page, "/dashboard");
  const boxOf = async (name: string) => {
    const box = await buttonOf(page, name).boundingBox();
    return [box!.x, box!.x + box!.width] as const;
  };
  const side = (await page.locator("#owner-links").boundingBox())!;
  const [start, end] = await boxOf(t("shell.logout"));
  expect(start).toBeGreaterThanOrEqual(side.x);
  expect(end).toBeLessThanOrEqual(side.x + side.width);
});
