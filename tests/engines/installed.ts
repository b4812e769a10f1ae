import { existsSync } from "node:fs";
import { runProgram } from "../check/command.ts";

const places = {
  firefox: [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"],
  webkit: [process.env.WEBKIT_DRIVER, "/usr/bin/WebKitWebDriver"],
};

const find = (list: (string | undefined)[]) => list.find((place) => place && existsSync(place)) ?? null;
const findEngines = () => ({
  firefox: find(places.firefox),
  // Its window is drawn by Python.
  webkit: existsSync("/usr/lib/python3/dist-packages/gi") && existsSync("/usr/bin/Xvfb") ? find(places.webkit) : null,
});

const packages = ["firefox-esr", "webkit2gtk-driver", "gir1.2-webkit2-4.1", "python3-gi", "xvfb"];

/**
 * Returns the paths of Firefox and of WebKit's driver, installing them on Debian as root. `missing` says what to do if one
 * cannot be installed.
 */
export async function ensureEngines(): Promise<ReturnType<typeof findEngines> & { missing: string | null }> {
  let found = findEngines();
  let output = "";
  if (!(found.firefox && found.webkit) && process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    process.stdout.write("Firefox or WebKitGTK is missing: installing them…\n");
    for (const parameters of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
      const result = await runProgram("apt-get", parameters, { DEBIAN_FRONTEND: "noninteractive" });
      if (result.code !== 0) output += result.output;
    }
    found = findEngines();
  }
  const lacking = [!found.firefox && "Firefox", !found.webkit && "WebKitGTK"].filter(Boolean).join(" and ");
  const advice = `Not tested in ${lacking}: install it (Debian: apt-get install ${packages.join(" ")}), or set FIREFOX and WEBKIT_DRIVER.`;
  return { ...found, missing: lacking ? `${output}${advice}` : null };
}
