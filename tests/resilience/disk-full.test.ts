// A scan would be lost because there was no room for somebody's photo.
import { execFileSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import * as arabic from "#app/locales/arabic.ts";
import * as english from "#app/locales/english.ts";
import { type AppProcess, startApp } from "./app-process.ts";
import { demoDataDir } from "./data-dirs.ts";
import { scan, signIn } from "./people.ts";

let app: AppProcess;
let photo: Buffer;
let cookie: string;
let pet: string;

const canLimit = (() => {
  try {
    execFileSync("prlimit", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();
const dataDir = canLimit ? await demoDataDir() : "";

/** Limits the size of the app's files, which fails in the same way as a full disk. */
const limitFileSize = (bytes: number | "unlimited") =>
  execFileSync("prlimit", ["--pid", String(app.pid), `--fsize=${bytes}:unlimited`]);

async function upload(language: "en" | "ar") {
  const form = new FormData();
  form.set("intent", "photo");
  form.set("photo", new File([new Uint8Array(photo)], "rocky.jpg", { type: "image/jpeg" }));
  const answer = await fetch(`${app.url}${pet}`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: `${cookie}; preferred-language=${language}`, "sec-fetch-site": "same-origin", origin: app.url },
    body: form,
  });
  return { status: answer.status, html: await answer.text() };
}

const listFiles = async () => (await readdir(path.join(dataDir, "files"), { recursive: true })).toSorted();

describe.skipIf(!canLimit)("full disk of the app", () => {
  beforeAll(async () => {
    app = await startApp({ DATA_DIR: dataDir });
    cookie = await signIn(app.url);
    const list = await (await fetch(`${app.url}/dashboard/pets`, { headers: { cookie } })).text();
    pet = /\/dashboard\/pets\/[0-9a-f-]{36}/.exec(list)![0];
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: "#888", noise } })
      .jpeg()
      .toBuffer();
  }, 180_000);

  test("rejects a photo with a message and leaves no file, records scans, and accepts the photo once there is space", async () => {
    expect((await upload("en")).status).toBe(303);
    const before = await listFiles();
    limitFileSize(4096);
    for (const [language, words] of [
      ["en", english],
      ["ar", arabic],
    ] as const) {
      const { status, html } = await upload(language);
      expect([status, html.includes(words.errors.noRoom)]).toEqual([507, true]);
    }
    expect(await listFiles()).toEqual(before);
    expect((await scan(app.url)).status).toBe(200);
    limitFileSize("unlimited");
    expect((await upload("en")).status).toBe(303);
    expect(app.output()).toContain('"status":507');
    expect(app.output()).not.toContain("rocky.jpg");
    expect(await app.stop()).toBe(0);
  });
});
