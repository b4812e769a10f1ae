// Biome and ESLint have no rule for physical Tailwind classes and read neither style sheets nor documents.

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
/** Style sheets of maps, where east is on the right in every language. */
const physicalByNature = /\/map\/[^/]+\.css$/;

const physicalStyle = /\b(?:margin|padding|border)(?:Left|Right)\b|\btextAlign:\s*["'](?:left|right)/g;

/** Finds physical left and right in classes, style sheets and inline styles. */
function findDirections(file: string, text: string): string[] {
  const isStyle = (file.endsWith(".css") && !physicalByNature.test(file)) || /-style\./.test(file);
  return [
    ...findAll(file, text, physicalClass),
    ...findAll(file, text, physicalStyle),
    ...(isStyle ? findAll(file, text, physicalProperty) : []),
  ];
}

/** Checks that layouts use start and end instead of left and right, so that Arabic is mirrored. */
export async function checkDirections(): Promise<Outcome> {
  const files = (await listFiles()).filter((file) => /^app\/.*\.(tsx?|css)$/.test(file));
  const problems: string[] = [];
  for (const file of files) {
    problems.push(...findDirections(file, (await readText(file)) ?? ""));
  }
  return { summary: counted(files.length, "file"), problems };
}

/** A dot between two facts that may begin a line. */
const looseDot = /join\(" · "\)|\{" · "\}|[>}] · [<{]/g;

/** Checks that a dot between two facts on a page stays with the first of them when a line breaks. */
export async function checkDots(): Promise<Outcome> {
  const files = (await listFiles()).filter((file) => /^app\/features\/.*(?<!\.server)\.tsx$/.test(file));
  const problems: string[] = [];
  for (const file of files) problems.push(...findAll(file, (await readText(file)) ?? "", looseDot));
  return { summary: counted(files.length, "file"), problems };
}

const machinePaths = new RegExp(`(?<![\\w.])/(?:${["work", "root", "home/\\w+"].join("|")})/[^\\s"'\`)]*`, "g");
/** Private hosts and mirrors of package registries. */
const privateHosts =
  /https?:\/\/(?!registry\.npmjs\.org)[\w.-]*(?:registry|artifactory|nexus|verdaccio|mirror|\.internal\b|\.local\b)[^\s"'`)]*/g;

/** Finds paths of one machine and private hosts. */
function findPlaces(file: string, text: string): string[] {
  return [...findAll(file, text, machinePaths), ...findAll(file, text, privateHosts)];
}

/** Checks that no file contains paths of one machine or private hosts. */
export async function checkPlaces(): Promise<Outcome> {
  const files = await listFiles();
  const problems: string[] = [];
  let looked = 0;
  for (const file of files) {
    const text = await readText(file);
    if (text === null) continue;
    looked++;
    problems.push(...findPlaces(file, text));
  }
  return { summary: counted(looked, "text"), problems };
}
