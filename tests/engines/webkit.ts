import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../bench/free-port.ts";
import { type Engine, size } from "./engine.ts";

const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** Starts a display without a screen if there is none; returns its name and how to end it. */
async function openDisplay(): Promise<{ name: string; close(): void }> {
  if (process.env.DISPLAY) return { name: process.env.DISPLAY, close: () => undefined };
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = await once(server.stdio[3] as NodeJS.ReadableStream, "data");
  return { name: `:${String(number).trim()}`, close: () => void server.kill() };
}

/** Starts WebKitGTK in a window of its own, driven by WebDriver (W3C). */
export async function openWebKit(driverPath: string): Promise<Engine> {
  const display = await openDisplay();
  const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-webkit-"));
  const log = path.join(folder, "console.log");
  const port = await freePort();
  const driver: ChildProcess = spawn(driverPath, [`--port=${port}`, "--host=127.0.0.1"], {
    stdio: "ignore",
    env: {
      ...process.env,
      DISPLAY: display.name,
      GDK_BACKEND: "x11",
      LIBGL_ALWAYS_SOFTWARE: "1",
      NO_AT_BRIDGE: "1",
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      // A container has no right to make sandboxes of its own.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      WEBKIT_FORCE_SANDBOX: "0",
      WEBKIT_LOG: log,
      WEBKIT_WIDTH: String(size.width),
      WEBKIT_HEIGHT: String(size.height),
    },
  });
  const end = () => {
    driver.kill();
    display.close();
  };
  process.once("exit", end);
  let session = "";
  let read = 0;

  async function ask(method: string, address: string, body?: object): Promise<never> {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value as never;
  }
  const inSession = (method: string, address: string, body?: object) =>
    ask(method, `/session/${session}${address}`, body);
  const find = async (selector: string) => {
    const found = (await inSession("POST", "/element", { using: "css selector", value: selector })) as object;
    return (found as Record<string, string>)[elementKey];
  };
  const run = (text: string, values: unknown[] = []) =>
    inSession("POST", "/execute/async", {
      script: `const end = arguments[arguments.length - 1]; const values = [...arguments].slice(0, -1);
        Promise.resolve().then(() => (${text})(...values)).then((value) => end({ value }), (error) => end({ error: String(error) }))`,
      args: values,
    }).then((answer: { value?: unknown; error?: string }) => {
      if (answer.error) throw new Error(answer.error);
      return answer.value as never;
    });

  async function reset(): Promise<void> {
    if (session) await inSession("DELETE", "").catch(() => undefined);
    const options = { binary: path.join(import.meta.dirname, "webkit-window.py"), args: [] };
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
    const started = (await ask("POST", "/session", { capabilities })) as { sessionId: string };
    session = started.sessionId;
    await inSession("POST", "/timeouts", { script: 20_000, pageLoad: 60_000 });
  }
  for (let tries = 0; ; tries += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (tries > 100) throw new Error("WebKitWebDriver did not start");
    await pause(50);
  }
  await reset();
  return {
    name: "WebKit",
    reset,
    goto: async (url) => void (await inSession("POST", "/url", { url })),
    run: (work, ...values) => run(String(work), values),
    press: async (selector) => void (await inSession("POST", `/element/${await find(selector)}/click`, {})),
    async type(selector, text) {
      const element = await find(selector);
      await run("(one) => document.querySelector(one).select?.()", [selector]);
      await inSession("POST", `/element/${element}/value`, { text });
    },
    back: async () => void (await inSession("POST", "/back", {})),
    async takeErrors() {
      const text = await readFile(log, "utf8").catch(() => "");
      const fresh = text.slice(read);
      read = text.length;
      return fresh.split("\n").filter((line) => /^CONSOLE .*ERROR|WEB PROCESS ENDED/.test(line));
    },
    async close() {
      if (session) await inSession("DELETE", "").catch(() => undefined);
      process.off("exit", end);
      end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
