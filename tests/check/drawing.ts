// dependency-cruiser draws modules; this draws features, with what each holds.

import type { ICruiseResult, IModule } from "dependency-cruiser";
import { features } from "./features.ts";

interface Arrow {
  from: string;
  to: string;
}

/** What a file belongs to: a feature, a part of the platform, a layout, or the top. */
function unitOf(file: string): string | null {
  const [, layer, part] = /^app\/(features|platform)\/([^/]+)/.exec(file) ?? [];
  if (layer === "features") return part ?? null;
  if (layer === "platform") return `platform/${part?.includes(".") ? "the rest" : part}`;
  if (/^app\/(layouts|pwa)\//.test(file)) return "layouts";
  if (file.startsWith("app/locales/")) return "platform/locales";
  if (/^(app\/[^/]+$|server\.ts$)/.test(file)) return "top";
  return file.startsWith("seed/") ? "seed" : null;
}

const layerOf = (unit: string) => (unit.startsWith("platform/") ? "platform" : unit);

function arrowsOf(modules: IModule[]): Arrow[] {
  return modules
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ source, resolved })))
    .map(({ source, resolved }) => ({ from: unitOf(source), to: unitOf(resolved) }))
    .filter((arrow): arrow is Arrow => arrow.from !== null && arrow.to !== null);
}

const idOf = (unit: string) => unit.replace(/[^a-z]/g, "_");

/** Arrows as lines of Mermaid, each once, with how many imports it stands for. */
function drawn(arrows: Arrow[], order: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const { from, to } of arrows) {
    const key = `${from}>${to}`;
    if (from !== to) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return order.flatMap((from) =>
    order
      .filter((to) => counts.has(`${from}>${to}`))
      .map((to) => `  ${idOf(from)} -- ${counts.get(`${from}>${to}`)} --> ${idOf(to)}`),
  );
}

const picture = (lines: string[]) => ["```mermaid", "flowchart TD", ...lines, "```"].join("\n");

/** The map: layers, features and parts of the platform, and who imports whom. */
export function drawMap(imports: ICruiseResult): string {
  const modules = imports.modules.filter(({ source }) => !/\.test\.tsx?$/.test(source));
  const arrows = arrowsOf(modules);
  const files = new Map<string, number>();
  for (const { source } of modules) {
    const unit = unitOf(source);
    if (unit) files.set(unit, (files.get(unit) ?? 0) + 1);
  }
  const built = features.filter(({ name }) => files.has(name));
  const names = built.map(({ name }) => name);
  const parts = [...files.keys()].filter((unit) => unit.startsWith("platform/")).sort();
  const isFeature = (unit: string) => names.includes(unit as (typeof names)[number]);

  const layers = arrows.map(({ from, to }) => {
    const level = (unit: string) => (isFeature(unit) ? "features" : layerOf(unit));
    return { from: level(from), to: level(to) };
  });
  const between = arrows.filter(({ from, to }) => isFeature(from) && isFeature(to));
  const below = arrows.filter(({ from, to }) => from.startsWith("platform/") && to.startsWith("platform/"));
  return `# Map

Drawn from the imports as they are (\`npm run map\`; \`npm run check\` fails when it is out of date). The number on an arrow
is how many imports it stands for.

## Layers

${picture(drawn(layers, ["top", "seed", "layouts", "features", "platform"]))}

*top* is \`server.ts\`, \`app/root.tsx\`, \`app/handler.ts\` and the two entries.

## Features

${picture([...names.map((name) => `  ${name}["${name}, ${files.get(name)}"]`), ...drawn(between, [...names].reverse())])}

| feature, from the ground up | files | holds |
|---|---|---|
${features.map(({ name, about }) => `| ${name} | ${files.get(name) ?? "to come"} | ${about} |`).join("\n")}

## Platform

${picture([...parts.map((part) => `  ${idOf(part)}["${part.slice(9)}, ${files.get(part)}"]`), ...drawn(below, parts)])}
`;
}
