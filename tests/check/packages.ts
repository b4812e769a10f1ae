// Written for this project: license-checker-rseidelsohn brings 75 packages and reads only what is installed on one
// system. This check reads the lock file, which lists the packages of all systems with their checksums and scripts.
// Known vulnerabilities are the business of `npm audit`, which needs the network.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { counted, type Outcome, root } from "./report.ts";

interface Locked {
  license?: string;
  integrity?: string;
  optional?: boolean;
  dev?: boolean;
  hasInstallScript?: boolean;
}

const licences = new Set([
  ...["MIT", "MIT-0", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "MPL-2.0", "BlueOak-1.0.0"],
  ...["Unlicense", "Zlib", "CC0-1.0", "OFL-1.1", "CC-BY-4.0"],
]);

/** Exceptions to the licences above. */
const exceptions: [pattern: RegExp, licence: string | undefined][] = [
  // Loaded dynamically and unmodified.
  [/^@img\/sharp-/, "LGPL-3.0-or-later"],
  // Its licence file says MIT, but package.json lacks the field.
  [/^png-js$/, undefined],
];

const nameOf = (place: string) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

/** Returns whether a licence expression is allowed: every part of "MIT AND Zlib", at least one of "MIT OR CC0-1.0". */
function isAllowed(name: string, licence: string | undefined): boolean {
  const isException = (one: string | undefined) =>
    exceptions.some(([pattern, excepted]) => pattern.test(name) && excepted === one);
  const isAllowedPart = (one: string) => licences.has(one) || isException(one);
  if (licence === undefined) return isException(undefined);
  const parts = licence.replace(/[()]/g, "");
  return parts.includes(" OR ") ? parts.split(" OR ").some(isAllowedPart) : parts.split(" AND ").every(isAllowedPart);
}

/** Returns the problems of the packages in a lock file. Packages in `mayRunScripts` may have install scripts. */
function findProblems(packages: Record<string, Locked>, mayRunScripts: ReadonlySet<string>): string[] {
  return Object.entries(packages).flatMap(([place, { license, integrity, optional, hasInstallScript }]) => {
    const name = nameOf(place);
    // The lock file has only the name of packages for other systems.
    const isElsewhere = optional && !integrity;
    return [
      ...(isElsewhere || isAllowed(name, license) ? [] : [`${name} has the licence ${license ?? "unknown"}`]),
      ...(isElsewhere || integrity ? [] : [`${name} has no checksum`]),
      ...(!hasInstallScript || optional || mayRunScripts.has(name) ? [] : [`${name} runs a script when installed`]),
    ];
  });
}

/** Checks packages for licences, missing checksums and install scripts. */
export async function checkPackages(): Promise<Outcome> {
  const readJson = async (file: string) => JSON.parse(await readFile(path.join(root, file), "utf8"));
  const { "": _ours, ...packages } = (await readJson("package-lock.json")).packages as Record<string, Locked>;
  const { allowScripts } = (await readJson("package.json")) as { allowScripts: Record<string, boolean> };
  return {
    summary: counted(Object.keys(packages).length, "package"),
    problems: findProblems(packages, new Set(Object.keys(allowScripts))),
  };
}
