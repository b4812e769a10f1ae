// Neither Biome nor ESLint knows which classes of Tailwind are left and right, nor reads style sheets and documents.

import { findAll, listFiles, readText } from "./files.ts";
import { counted, type Outcome } from "./report.ts";

const value = "(?=[\\d[(]|auto\\b|px\\b|full\\b)";
const before = "(?<![\\w-])(?:[a-z-]+:)*-?";
const physicalClass = new RegExp(
  [
    `${before}(?:scroll-)?[mp][lr]-${value}[^\\s"'\`]*`,
    `${before}(?:left|right)-${value}[^\\s"'\`]*`,
    `${before}(?:text|float|clear)-(?:left|right)(?![\\w-])`,
    `${before}rounded-(?:[lr]|[tb][lr])(?![a-z])[^\\s"'\`]*`,
    `${before}border-[lr](?![a-z])[^\\s"'\`]*`,
  ].join("|"),
  "g",
);
const physicalProperty =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:(?!:)[^;}]*|(?:text-align|float|clear)\s*:\s*(?:left|right)/g;
/** Style sheets that lay over a map: east stays on the right in every language. */
const physicalByNature = /\/map\/[^/]+\.css$/;

const physicalStyle = /\b(?:margin|padding|border)(?:Left|Right)\b|\btextAlign:\s*["'](?:left|right)/g;

/** Where a file lays something out by left and right: classes, and properties in style sheets and in styles kept as text. */
export function directionsIn(file: string, text: string): string[] {
  const isStyle = (file.endsWith(".css") && !physicalByNature.test(file)) || /-style\./.test(file);
  return [
    ...findAll(file, text, physicalClass),
    ...findAll(file, text, physicalStyle),
    ...(isStyle ? findAll(file, text, physicalProperty) : []),
  ];
}

/** Nothing is laid out by left and right, so that Arabic is mirrored by itself. */
export async function checkDirections(): Promise<Outcome> {
  const files = (await listFiles()).filter((file) => /^app\/.*\.(tsx?|css)$/.test(file));
  const problems: string[] = [];
  for (const file of files) {
    problems.push(...directionsIn(file, (await readText(file)) ?? ""));
  }
  return { summary: counted(files.length, "file"), problems };
}

const machinePaths = new RegExp(`(?<![\\w.])/(?:${["work", "root", "home/\\w+"].join("|")})/[^\\s"'\`)]*`, "g");
/** Hosts that only exist where somebody works, and mirrors of the package registry. */
const privateHosts =
  /https?:\/\/(?!registry\.npmjs\.org)[\w.-]*(?:registry|artifactory|nexus|verdaccio|mirror|\.internal\b|\.local\b)[^\s"'`)]*/g;

/** Where a text names a folder of one machine, or a host that only some can reach. */
export function placesIn(file: string, text: string): string[] {
  return [...findAll(file, text, machinePaths), ...findAll(file, text, privateHosts)];
}

/** What stands in the tree is true on every machine. */
export async function checkPlaces(): Promise<Outcome> {
  const files = await listFiles();
  const problems: string[] = [];
  let looked = 0;
  for (const file of files) {
    const text = await readText(file);
    if (text === null) continue;
    looked++;
    problems.push(...placesIn(file, text));
  }
  return { summary: counted(looked, "text"), problems };
}
