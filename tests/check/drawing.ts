import type { ICruiseResult, IModule } from "dependency-cruiser";
import { slices } from "./slices.ts";

interface Arrow {
  from: string;
  to: string;
}

/** The room of the house a file stands in: a slice, a part of the platform, the shell, or the top. */
function roomOf(file: string): string | null {
  const [, storey, room] = /^app\/(features|platform)\/([^/]+)/.exec(file) ?? [];
  if (storey === "features") return room ?? null;
  if (storey === "platform") return `platform/${room?.includes(".") ? "the rest" : room}`;
  if (file.startsWith("app/shell/")) return "shell";
  if (/^(app\/[^/]+$|server\.ts$)/.test(file)) return "top";
  return file.startsWith("seed/") ? "seed" : null;
}

const storeyOf = (room: string) => (room.startsWith("platform/") ? "platform" : room);

function arrowsOf(modules: IModule[]): Arrow[] {
  return modules
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ source, resolved })))
    .map(({ source, resolved }) => ({ from: roomOf(source), to: roomOf(resolved) }))
    .filter((arrow): arrow is Arrow => arrow.from !== null && arrow.to !== null);
}

const idOf = (room: string) => room.replace(/[^a-z]/g, "_");

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

/** The house as it stands: who lives in it, and who leans on whom. */
export function drawHouse(imports: ICruiseResult): string {
  const modules = imports.modules.filter(({ source }) => !/\.test\.tsx?$/.test(source));
  const arrows = arrowsOf(modules);
  const files = new Map<string, number>();
  for (const { source } of modules) {
    const room = roomOf(source);
    if (room) files.set(room, (files.get(room) ?? 0) + 1);
  }
  const built = slices.filter(({ name }) => files.has(name));
  const names = built.map(({ name }) => name);
  const parts = [...files.keys()].filter((room) => room.startsWith("platform/")).sort();
  const isSlice = (room: string) => names.includes(room as (typeof names)[number]);

  const storeys = arrows.map(({ from, to }) => {
    const floor = (room: string) => (isSlice(room) ? "features" : storeyOf(room));
    return { from: floor(from), to: floor(to) };
  });
  const between = arrows.filter(({ from, to }) => isSlice(from) && isSlice(to));
  const below = arrows.filter(({ from, to }) => from.startsWith("platform/") && to.startsWith("platform/"));
  return `# Map

Drawn from the imports as they are (\`npm run map\`; \`npm run check\` fails when it is out of date). The number on an arrow
is how many imports it stands for.

## Storeys

${picture(drawn(storeys, ["top", "seed", "shell", "features", "platform"]))}

*top* is \`server.ts\`, \`app/root.tsx\`, \`app/handler.ts\` and the two entries.

## Slices

${picture([...names.map((name) => `  ${name}["${name}, ${files.get(name)}"]`), ...drawn(between, [...names].reverse())])}

| slice, from the ground up | files | holds |
|---|---|---|
${slices.map(({ name, about }) => `| ${name} | ${files.get(name) ?? "to come"} | ${about} |`).join("\n")}

## Platform

${picture([...parts.map((part) => `  ${idOf(part)}["${part.slice(9)}, ${files.get(part)}"]`), ...drawn(below, parts)])}
`;
}
