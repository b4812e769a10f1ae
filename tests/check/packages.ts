// Written for this project: license-checker-rseidelsohn brings 75 packages and reads only what is installed on one
// system. This check reads the lock file, which lists the packages of all systems with their checksums and scripts.
// `npm audit` needs the network.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { counted, type Outcome, root } from "./report.ts";

interface Locked {
  version: string;
  license?: string;
  integrity?: string;
  optional?: boolean;
  dev?: boolean;
  hasInstallScript?: boolean;
}

/** Lowest versions without a published vulnerability that affects us (`docs/security.md`). */
const floors: Record<string, string> = {
  "better-auth": "1.7.16",
  "react-router": "7.18.2",
  "drizzle-orm": "0.45.2",
  sharp: "0.35.5",
};

/** Plugins of the sign-in library that have vulnerabilities and are not needed. */
const unwanted = /^@better-auth\/(expo|sso|oauth-provider|scim|stripe)$/;

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

/** Returns whether a version is lower than another. A pre-release counts as its release. */
export function isBelow(version: string, floor: string): boolean {
  const [ours, theirs] = [version, floor].map((text) => text.split(/[.-]/).slice(0, 3).map(Number)) as [
    number[],
    number[],
  ];
  const at = theirs.findIndex((part, index) => part !== ours[index]);
  return at >= 0 && ours[at]! < theirs[at]!;
}

/** Returns whether a licence expression is allowed: every part of "MIT AND Zlib", at least one of "MIT OR CC0-1.0". */
export function isAllowed(name: string, licence: string | undefined): boolean {
  const isException = (one: string | undefined) =>
    exceptions.some(([pattern, excepted]) => pattern.test(name) && excepted === one);
  const isAllowedPart = (one: string) => licences.has(one) || isException(one);
  if (licence === undefined) return isException(undefined);
  const parts = licence.replace(/[()]/g, "");
  return parts.includes(" OR ") ? parts.split(" OR ").some(isAllowedPart) : parts.split(" AND ").every(isAllowedPart);
}

/** Returns the problems of the packages in a lock file. Packages in `mayRunScripts` may have install scripts. */
export function findProblems(packages: Record<string, Locked>, mayRunScripts: ReadonlySet<string>): string[] {
  return Object.entries(packages).flatMap(([place, { version, license, integrity, optional, hasInstallScript }]) => {
    const name = nameOf(place);
    const floor = floors[name];
    // The lock file has only the name of packages for other systems.
    const isElsewhere = optional && !integrity;
    return [
      ...(floor && isBelow(version, floor) ? [`${name} ${version} is below ${floor}`] : []),
      ...(unwanted.test(name) ? [`${name} is not wanted here`] : []),
      ...(isElsewhere || isAllowed(name, license) ? [] : [`${name} has the licence ${license ?? "unknown"}`]),
      ...(isElsewhere || integrity ? [] : [`${name} has no checksum`]),
      ...(!hasInstallScript || optional || mayRunScripts.has(name) ? [] : [`${name} runs a script when installed`]),
    ];
  });
}

/** Checks packages for known vulnerabilities, licences, missing checksums and install scripts. */
export async function checkPackages(): Promise<Outcome> {
  const readJson = async (file: string) => JSON.parse(await readFile(path.join(root, file), "utf8"));
  const { "": _ours, ...packages } = (await readJson("package-lock.json")).packages as Record<string, Locked>;
  const { allowScripts } = (await readJson("package.json")) as { allowScripts: Record<string, boolean> };
  return {
    summary: counted(Object.keys(packages).length, "package"),
    problems: findProblems(packages, new Set(Object.keys(allowScripts))),
  };
}
