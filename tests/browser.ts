import { access } from "node:fs/promises";
import { runProgram } from "./check/command.ts";
import { findChromium } from "./e2e/chromium.ts";

const advice = `The end-to-end tests need Chromium, and it could not be installed here. Install it (Debian: apt-get install chromium;
elsewhere: npx playwright install --with-deps chromium), or set CHROMIUM to the path of one.`;

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Returns the ways to install the browser on this machine, the preferred one first. */
async function listInstallers(): Promise<string[][][]> {
  const isDebian = process.getuid?.() === 0 && (await exists("/etc/debian_version"));
  const apt = [
    ["apt-get", "update"],
    ["apt-get", "install", "-y", "chromium-headless-shell"],
  ];
  return [...(isDebian ? [apt] : []), [["playwright", "install", "chromium"]]];
}

/** Installs Chromium if it is missing. Throws with advice if that is impossible. */
export async function ensureChromium(): Promise<void> {
  if (findChromium()) return;
  process.stdout.write("Chromium is missing: installing it…\n");
  const outputs: string[] = [];
  for (const commands of await listInstallers()) {
    for (const [program = "", ...parameters] of commands) {
      const result = await runProgram(program, parameters, { DEBIAN_FRONTEND: "noninteractive" });
      outputs.push(result.output);
      if (result.code !== 0) break;
    }
    if (findChromium()) return;
  }
  throw new Error(`${outputs.join("\n")}\n${advice}`);
}
