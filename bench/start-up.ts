import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeDataDir, removeDataDir, startApp } from "#tests/resilience/app-process.ts";
import { type Figure, median } from "./figures.ts";
import { freePort } from "./free-port.ts";

const root = path.join(import.meta.dirname, "..");
const starts = 5;
const maxSeconds = 1.5;
const maxMb = 250;

/** Returns the seconds from `npm start` until the app is ready. */
async function secondsToReady(dataDir: string): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: root,
    // Starts a process group, so that all of its processes can be stopped.
    detached: true,
    stdio: "ignore",
    env: {
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
      HOME: os.homedir(),
      LOG_LEVEL: "warn",
      DATA_DIR: dataDir,
      PORT: String(port),
    },
  });
  const gone = once(child, "close");
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`)
      .then(({ status }) => status === 200)
      .catch(() => false);
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    await pause(20);
  }
  const seconds = (performance.now() - began) / 1000;
  process.kill(-(child.pid as number), "SIGTERM");
  await gone;
  return seconds;
}

/** Returns the resident memory of the app's process in megabytes, without its database. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000;
}

/** Measures start-up time and memory of an installation that was built and has run before. */
export async function measureStartUp(): Promise<Figure[]> {
  const dataDir = await makeDataDir();
  try {
    await (await startApp({ DATA_DIR: dataDir })).stop();
    const seconds: number[] = [];
    for (let turn = 0; turn < starts; turn++) seconds.push(await secondsToReady(dataDir));
    const app = await startApp({ DATA_DIR: dataDir });
    await fetch(app.url);
    await pause(15_000);
    const rested = await residentMb(app.pid);
    await app.stop();
    return [
      {
        what: `From npm start to ready with a warm install, including the embedded database, median of ${starts}`,
        measured: `${median(seconds).toFixed(1)} s (slowest ${Math.max(...seconds).toFixed(1)} s)`,
        beside: `≤ ${maxSeconds} s`,
        isMet: median(seconds) <= maxSeconds,
      },
      {
        what: "Memory of the app's process at rest, 15 s after the first page",
        measured: `${rested.toFixed(0)} MB`,
        beside: `≤ ${maxMb} MB`,
        isMet: rested <= maxMb,
      },
    ];
  } finally {
    await removeDataDir(dataDir);
  }
}
