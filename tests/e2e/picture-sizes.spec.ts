// Phones would load pictures many times as large as they show them, and the first one last.
import { expect, open, phone, test } from "./fixtures.ts";

interface Shown {
  /** URL of the rendition. */
  file: string;
  /** Pixels of the device. */
  width: number;
  loading: string;
  priority: string;
  area: number;
}

/** Most pixels that a picture may have for one that is shown; the renditions are at most two apart. */
const mostWide = 2.1;

test("pictures are of the size in which a phone shows them, and the largest comes first", async ({
  visitor,
  signIn,
}) => {
  test.slow();
  const first = await visitor(phone);
  await open(first, "/store");
  const product = await first.getByRole("main").locator('a[href*="/store/product/"]').first().getAttribute("href");
  await open(first, "/community-reports");
  const report = await first
    .getByRole("main")
    .locator('a[href^="/community-reports/"]:has(+ *), li a')
    .first()
    .getAttribute("href");
  let count = 0;
  for (const path of ["/store", product, "/community-reports", report, "/dashboard/pets", "/dashboard/lost-found"]) {
    // Each in a browser of its own: what is in its cache counts as a rendition at hand.
    const page = await visitor(phone);
    if (path?.startsWith("/dashboard")) await signIn(page, "owner@aleef.test");
    // The overview, to which signing in leads, shows some of the same pictures larger.
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Network.setCacheDisabled", { cacheDisabled: true });
    await open(page, path ?? "");
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLImageElement>('main img[src*="/photos/"]')].flatMap((image): Shown[] => {
        const { width, height, top, left } = image.getBoundingClientRect();
        if (!image.currentSrc || width === 0 || top >= innerHeight || top + height <= 0 || left >= innerWidth)
          return [];
        const seen = Math.min(height, innerHeight - top) * width;
        return [
          {
            file: image.currentSrc,
            width: width * devicePixelRatio,
            loading: image.loading,
            priority: image.fetchPriority,
            area: seen,
          },
        ];
      }),
    );
    count += shown.length;
    const pixelsOf = (file: string) => Number.parseInt(file.split("/").at(-1) ?? "", 10);
    // A browser shows a small one from a larger rendition that it has already loaded for another place.
    const neededFor = (file: string) => Math.max(...shown.filter((one) => one.file === file).map(({ width }) => width));
    const tooWide = shown.filter(({ file }) => pixelsOf(file) > Math.max(160, neededFor(file) * mostWide));
    expect(tooWide, `${path} shows pictures of their size`).toEqual([]);
    const largest = shown.toSorted((one, other) => other.area - one.area)[0];
    const isLarge = largest && largest.area > 100 * 100;
    if (isLarge) expect([path, largest.loading, largest.priority]).toEqual([path, "eager", "high"]);
  }
  expect(count).toBeGreaterThan(8);
});
