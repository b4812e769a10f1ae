// An owner would see a pin on an empty map, without the streets to walk to it.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { plainPicture } from "#tests/plain-picture.ts";
import { freePort } from "../../bench/free-port.ts";
import { createPmtiles } from "../pmtiles.ts";
import { type AppProcess, startApp } from "../resilience/app-process.ts";
import { expect, open, test } from "./fixtures.ts";

const cairo = { lat: 30.06, lon: 31.22 };
const file = createPmtiles(cairo);

/**
 * Starts a host for the map file as required by the operating guide. With `answersRanges: false` it ignores ranges and
 * sends the whole file.
 */
async function startFileHost(origin: string, { answersRanges = true } = {}): Promise<Server> {
  const server = createServer((request, response) => {
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("access-control-expose-headers", "ETag, Content-Range");
    if (request.method === "OPTIONS") {
      response.setHeader("access-control-allow-headers", "range");
      return void response.end();
    }
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? "") ?? [];
    response.setHeader("etag", '"1"');
    if (!answersRanges || from === undefined) return void response.end(file);
    const part = file.subarray(Number(from), Number(to) + 1);
    response.writeHead(206, { "content-range": `bytes ${from}-${Number(from) + part.length - 1}/${file.length}` });
    response.end(part);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Counts the colours of the map's tiles: keys are `r,g,b`, values numbers of sampled pixels. */
const coloursOf = (page: Page) =>
  page.evaluate(() => {
    const found: Record<string, number> = {};
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>(".leaflet-tile-pane canvas")) {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < data.length; at += 40) {
        if (data[at + 3] !== 255) continue;
        const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`;
        found[colour] = (found[colour] ?? 0) + 1;
      }
    }
    return found;
  });

const isBlue = (colour: string) => {
  const [red = 0, , blue = 0] = colour.split(",").map(Number);
  return blue > red + 30;
};

for (const answersRanges of [true, false])
  test(`streets and water are drawn from the operator's file; host supports ranges: ${answersRanges}`, async ({
    app,
    browser,
    signIn,
    t,
  }) => {
    let site: AppProcess | undefined;
    const own = await freePort();
    const url = `http://localhost:${own}`;
    const host = await startFileHost(url, { answersRanges });
    try {
      const { port } = host.address() as AddressInfo;
      site = await startApp({
        ...{ PORT: String(own), DATABASE_URL: app.databaseUrl, SECRET: "x".repeat(40), ROLE: "web", DEMO: "1" },
        ...{ DATA_DIR: test.info().outputPath("data"), MAP_TILE_URL: `http://127.0.0.1:${port}/region.pmtiles` },
      });
      const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      await page.goto("/auth?to=/dashboard/scans");
      await signIn(page, "owner@aleef.test");
      await open(page, "/dashboard/scans");
      const map = page.getByRole("region", { name: t("scans.placesAlt") });
      await map.scrollIntoViewIfNeeded();
      if (answersRanges) {
        await expect
          .poll(async () => Object.keys(await coloursOf(page)).filter(isBlue).length, { timeout: 20_000 })
          .toBeGreaterThan(0);
        // Land, river and road.
        expect(Object.values(await coloursOf(page)).filter((pixels) => pixels > 50).length).toBeGreaterThan(2);
      } else {
        await expect(map.locator(".leaflet-pane path").first()).toBeAttached();
        await expect(page.locator(".leaflet-tile-pane canvas")).toHaveCount(0);
      }
      await context.close();
    } finally {
      await site?.stop();
      host.close();
    }
  });

/** Starts a raster tile server; `answers` is read at each request. Returns it with the paths that were asked for. */
async function startTileServer(answers: { mode: "tiles" | "error" | "noAnswer" }) {
  const tile = await plainPicture(256, 256, "#9cf").png().toBuffer();
  const asked: { path: string; referrer: string | undefined }[] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? "", referrer: request.headers.referer });
    if (answers.mode === "noAnswer") return;
    if (answers.mode === "error") return void response.writeHead(503).end();
    response.writeHead(200, { "content-type": "image/png", "cross-origin-resource-policy": "cross-origin" }).end(tile);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{z}/{x}/{y}.png` };
}

test("tiles show streets where a map is in view, and the outline with names where they do not come", async ({
  app,
  browser,
  t,
}) => {
  const answers: { mode: "tiles" | "error" | "noAnswer" } = { mode: "tiles" };
  const tiles = await startTileServer(answers);
  const own = await freePort();
  const url = `http://localhost:${own}`;
  const site = await startApp({
    ...{ PORT: String(own), DATABASE_URL: app.databaseUrl, SECRET: "x".repeat(40), ROLE: "web", DEMO: "1" },
    ...{ DATA_DIR: test.info().outputPath("data"), MAP_TILE_URL: tiles.url },
  });
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const errors: Error[] = [];
    page.on("pageerror", (error) => errors.push(error));
    await page.goto("/community-reports");
    await page.waitForLoadState("networkidle");
    expect(tiles.asked).toEqual([]);

    await page.goto("/community-reports?view=map");
    const map = page.getByRole("region", { name: t("reportBoard.map") });
    const nameOnMap = map.locator(".leaflet-names-pane .leaflet-marker-icon").first();
    await expect(map).toHaveClass(/map-streets/);
    await expect(nameOnMap).toBeHidden();
    await expect(map.getByRole("link", { name: "OpenStreetMap" })).toHaveAttribute("href", /copyright/);
    expect(tiles.asked.every(({ referrer }) => referrer === `${url}/`)).toBe(true);

    for (const mode of ["error", "noAnswer"] as const) {
      answers.mode = mode;
      await page.reload();
      await expect(map.locator(".leaflet-land-pane path").first()).toBeAttached();
      await expect(nameOnMap).toBeVisible();
      await expect(map).not.toHaveClass(/map-streets/);
      const zoomIn = map.getByRole("button", { name: t("map.zoomIn") });
      for (let step = 0; step < 8 && (await zoomIn.getAttribute("aria-disabled")) !== "true"; step++) {
        await zoomIn.click();
        await expect(nameOnMap).toBeVisible();
      }
    }

    // Back online, the streets appear without a reload.
    answers.mode = "tiles";
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await map.getByRole("button", { name: t("map.showAll") }).click();
    await expect(map).toHaveClass(/map-streets/);
    expect(errors).toEqual([]);
    await context.close();
  } finally {
    await site.stop();
    tiles.server.closeAllConnections();
    tiles.server.close();
  }
});
