// Whoever opened a page before a deployment presses a link and gets no script, because the new build has no such file.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { createTestApp } from "#tests/test-app.ts";
import { keepBuildFiles } from "./build-files.server.ts";
import { createServerApp } from "./server-app.server.ts";

const { ctx } = await createTestApp();

const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-builds-"));
afterAll(() => rm(folder, { recursive: true }));

/** Writes a build with these files and returns its folder. */
async function makeBuild(name: string, files: Record<string, string>): Promise<string> {
  const clientDir = path.join(folder, name);
  await mkdir(path.join(clientDir, "assets"), { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(clientDir, "assets", file), text);
  return clientDir;
}

/** Deploys a build: its process keeps the files and answers. */
async function deploy(clientDir: string, at: number) {
  await keepBuildFiles({ settings: ctx.settings, clock: { now: () => new Date(at) } }, clientDir);
  const server = createServerApp({
    ctx,
    clientDir: path.relative(process.cwd(), clientDir),
    handle: async () => new Response("page"),
    isReady: () => true,
    routePaths: [],
  });
  return (name: string) =>
    server.fetch(new Request(`http://localhost/assets/${name}`), {
      incoming: { socket: { remoteAddress: "203.0.113.7" } },
    } as never);
}

test("the files of the last builds are served, by processes of the older build too, and then deleted", async () => {
  const first = await makeBuild("1", { "store-a1.js": "first", "shared-s.js": "shared", "store-a1.js.br": "packed" });
  const second = await makeBuild("2", { "store-b2.js": "second", "shared-s.js": "shared" });
  const getFromOld = await deploy(first, Date.UTC(2026, 0, 1));
  const get = await deploy(second, Date.UTC(2026, 0, 2));

  const old = await get("store-a1.js");
  expect([old.status, await old.text()]).toEqual([200, "first"]);
  expect(old.headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(old.headers.get("cache-control")).toContain("immutable");
  expect(await (await getFromOld("store-b2.js")).text()).toBe("second");

  for (const name of ["none.js", "store-a1.js.br", "..%2fsecret", "%2e%2e%2f%2e%2e%2fsecret"])
    expect([name, (await get(name)).status]).toEqual([name, 404]);
  expect((await get("none.js")).headers.get("cache-control")).toBe("no-store");

  for (const day of [3, 4, 5, 6])
    await deploy(
      await makeBuild(String(day), { [`store-${day}.js`]: "later", "shared-s.js": "shared" }),
      Date.UTC(2026, 0, day),
    );
  expect((await get("store-a1.js")).status).toBe(404);
  expect(await (await get("shared-s.js")).text()).toBe("shared");
  expect((await getFromOld("store-b2.js")).status).toBe(200);
});
