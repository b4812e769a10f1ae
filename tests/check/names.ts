import { sliceNames } from "./slices.ts";

const saysNothing = new Set(
  ["util", "helper", "common", "misc", "lib", "type", "service"].flatMap((name) => [name, `${name}s`]),
);
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const topOfApp = /^app\/(features\/|platform\/|shell\/|(root|routes|handler|entry\.client|entry\.server)\.tsx?$)/;

function badSegment(segment: string, isFile: boolean): string | null {
  const [stem = "", ...endings] = segment.split(".");
  if (saysNothing.has(stem)) return `"${stem}" says nothing; name it after what it holds`;
  if (isFile && stem === "index") return "a barrel; import from where it is written";
  if (![stem, ...endings].every((part) => kebab.test(part))) return `"${segment}" is not kebab-case`;
  return null;
}

/** Files and folders whose names break the law, and folders of `app` that nobody announced. */
export function badNames(files: readonly string[]): string[] {
  const bad = new Set<string>();
  for (const file of files) {
    const segments = file.split("/");
    for (const [place, segment] of segments.entries()) {
      const why = badSegment(segment, place === segments.length - 1);
      if (why) bad.add(`${segments.slice(0, place + 1).join("/")}: ${why}`);
    }
    const slice = /^app\/features\/([^/]+)/.exec(file)?.[1];
    if (slice && !sliceNames.includes(slice)) bad.add(`app/features/${slice}: not in the list of slices`);
    if (file.startsWith("app/") && !topOfApp.test(file)) bad.add(`${file}: belongs to no storey`);
  }
  return [...bad];
}
