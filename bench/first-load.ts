import { chromium } from "@playwright/test";
import { signIn } from "#tests/faults/people.ts";
import { findChromium } from "#tests/journeys/chromium.ts";
import { type Figure, kb } from "./figures.ts";
import { type Load, loadPage } from "./load-page.ts";
import { request } from "./request.ts";

const mostShared = 130_000;
const mostOfScreen = 60_000;
const shared = "/privacy";

const open = ["/", "/about", "/features", "/learn-more", "/get-started", "/terms", "/contact", "/store"];
const accounts = ["/auth", "/auth/forgot", "/auth/reset", "/auth/check-email"];
const owners = ["", "/pets", "/pets/new", "/pets/:petId", "/pets/:petId/edit", "/tags", "/scans", "/scan-records"];
const more = ["/scan-details/:scanId", "/inbox", "/settings", "/settings/notifications", "/orders"];
const admins = ["", "/tags", "/users"];

interface Row {
  path: string;
  /** Compressed bytes, as served to Chromium (brotli) and as served to others (gzip). */
  js: number;
  css: number;
  gzip: number;
  other: number;
}

export interface FirstLoads {
  figures: Figure[];
  /** A table in Markdown, one line per route. */
  table: string[];
}

/**
 * What a browser fetches on its first visit to each hydrated screen, in Arabic, whose words are the longer ones. Screens
 * in preparation are one module; it is measured once per layout.
 */
export async function measureFirstLoads(url: string, ids: { petId: string; scanId: string }): Promise<FirstLoads> {
  const named = (path: string) => path.replace(/:(\w+)/g, (_, name) => ids[name as keyof typeof ids]);
  const asked: { path: string; as: string | null }[] = [
    ...[shared, ...open, ...accounts, "/pet/:petId"].map((path) => ({ path, as: null })),
    ...[...owners, ...more].map((path) => ({ path: `/dashboard${path}`, as: "owner@aleef.test" })),
    ...admins.map((path) => ({ path: `/admin${path}`, as: "admin@aleef.test" })),
  ];
  const cookies = new Map<string | null, string | null>([[null, null]]);
  for (const as of ["owner@aleef.test", "admin@aleef.test"]) cookies.set(as, await signIn(url, as));
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ["--no-sandbox"] });
  try {
    const rows: Row[] = [];
    for (const { path, as } of asked) {
      const load = await loadPage(browser, url, named(path), cookies.get(as) ?? null);
      rows.push(await rowOf(url, path, load));
    }
    return { figures: figuresOf(rows), table: tableOf(rows) };
  } finally {
    await browser.close();
  }
}

const zipped = new Map<string, number>();

/** Bytes of the same file for a browser that takes gzip and nothing else. */
async function zippedSize(url: string, path: string): Promise<number> {
  const known = zipped.get(path) ?? (await request(url + path, { "accept-encoding": "gzip" })).body.length;
  zipped.set(path, known);
  return known;
}

async function rowOf(url: string, path: string, load: Load): Promise<Row> {
  let gzip = 0;
  for (const file of load.files) gzip += await zippedSize(url, file);
  return { path, js: load.bytes.Script, css: load.bytes.Stylesheet, gzip, other: load.bytes.Font + load.bytes.Image };
}

const whole = ({ js, css }: Row) => js + css;

function figuresOf(rows: Row[]): Figure[] {
  const base = rows.find(({ path }) => path === shared)!;
  const owned = rows.filter(({ path }) => path.startsWith("/dashboard"));
  const largest = owned.toSorted((a, b) => whole(b) - whole(a))[0]!;
  const above = whole(largest) - whole(base);
  return [
    {
      what: `First load: JavaScript and CSS that every hydrated page needs (${shared}, brotli as served)`,
      measured: kb(whole(base)),
      beside: `≤ ${kb(mostShared)}`,
      isReached: whole(base) > 0 && whole(base) <= mostShared,
    },
    {
      what: `… the largest owner's screen above that (${largest.path})`,
      measured: kb(above),
      beside: `≤ ${kb(mostOfScreen)}`,
      isReached: above <= mostOfScreen,
    },
  ];
}

function tableOf(rows: Row[]): string[] {
  const base = rows.find(({ path }) => path === shared)!;
  return [
    "| route | JavaScript (br) | CSS (br) | both (br) | above shared | both (gzip) | fonts, images |",
    "|---|---:|---:|---:|---:|---:|---:|",
    ...rows.map((row) => {
      const above = row === base ? "shared" : kb(whole(row) - whole(base));
      return `| ${[row.path, kb(row.js), kb(row.css), kb(whole(row)), above, kb(row.gzip), kb(row.other)].join(" | ")} |`;
    }),
  ];
}
