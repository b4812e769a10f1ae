import { chromium } from "@playwright/test";
import { findChromium } from "#tests/e2e/chromium.ts";
import { signIn } from "#tests/resilience/people.ts";
import { type Figure, kb } from "./figures.ts";
import { type Loaded, loadPage } from "./load-page.ts";
import { request } from "./request.ts";

const maxSharedBytes = 127_500;
const maxScreenBytes = 56_000;
/** Matches the map's files, which are fetched only when the map is about to become visible. */
const ofMap = /\/leaflet-map-[^/]+$/;

const maxTextBytes = 40_000;
const texts = ["/", "/about", "/features", "/learn-more", "/privacy", "/terms"];
const open = ["/get-started", "/contact", "/store"];
const accounts = ["/auth", "/auth/forgot", "/auth/reset", "/auth/check-email"];
const ofPets = ["/pets", "/pets/new", "/pets/:petId", "/pets/:petId/edit", "/pets/:petId/health", "/pets/:petId/share"];
const ofTags = ["/tags", "/tags-management", "/scans", "/scan-records", "/scan-details/:scanId"];
const ofCare = ["/tips", "/reminders", "/reminders/new"];
const settings = ["", "/security", "/appearance", "/my-data", "/notifications", "/escalation", "/test-my-tag"];
const owners = [
  ...["", "/inbox", "/lost-found", "/lost-found/new", "/orders", "/subscription"],
  ...[...ofPets, ...ofTags, ...ofCare, ...settings.map((path) => `/settings${path}`)],
];
const admins = ["", "/tags", "/users"];

interface Row {
  path: string;
  /** Scripts and style sheets with their brotli size in bytes, as served to Chromium. */
  files: Map<string, number>;
  /** Size of the same files in bytes with gzip. */
  gzip: number;
  map: number;
  /** Total size of fonts, images and data in bytes. */
  other: number;
}

export interface FirstLoads {
  figures: Figure[];
  /** Lines of a Markdown table, one row per route. */
  table: string[];
}

/** Measures what a browser fetches on its first visit to each page, in Arabic, which has the longer texts. */
export async function measureFirstLoads(url: string, ids: { petId: string; scanId: string }): Promise<FirstLoads> {
  const named = (path: string) => path.replace(/:(\w+)/g, (_, name) => ids[name as keyof typeof ids]);
  const visits: { path: string; as: string | null }[] = [
    ...[...texts, ...open, ...accounts, "/pet/:petId"].map((path) => ({ path, as: null })),
    ...owners.map((path) => ({ path: `/dashboard${path}`, as: "owner@aleef.test" })),
    ...admins.map((path) => ({ path: `/admin${path}`, as: "admin@aleef.test" })),
  ];
  const cookies = new Map<string | null, string | null>([[null, null]]);
  for (const as of ["owner@aleef.test", "admin@aleef.test"]) cookies.set(as, await signIn(url, as));
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ["--no-sandbox"] });
  try {
    const rows: Row[] = [];
    for (const { path, as } of visits) {
      rows.push(await rowOf(url, path, await loadPage(browser, url, named(path), cookies.get(as) ?? null)));
    }
    const shared = sharedBy(rows);
    return { figures: figuresOf(rows, shared), table: tableOf(rows, shared) };
  } finally {
    await browser.close();
  }
}

const gzipSizes = new Map<string, number>();

/** Returns the gzip size of a file in bytes. */
async function gzipSize(url: string, path: string): Promise<number> {
  const known = gzipSizes.get(path) ?? (await request(url + path, { "accept-encoding": "gzip" })).body.length;
  gzipSizes.set(path, known);
  return known;
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, one) => total + one, 0);

async function rowOf(url: string, path: string, loaded: Loaded[]): Promise<Row> {
  const code = loaded.filter(({ kind }) => kind === "Script" || kind === "Stylesheet");
  const needed = code.filter((one) => !ofMap.test(one.path));
  let gzip = 0;
  for (const one of needed) gzip += await gzipSize(url, one.path);
  return {
    path,
    files: new Map(needed.map((one) => [one.path, one.bytes])),
    gzip,
    map: sum(code.map((one) => (needed.includes(one) ? 0 : one.bytes))),
    other: sum(loaded.map((one) => (code.includes(one) ? 0 : one.bytes))),
  };
}

const whole = ({ files }: Row) => sum(files.values());

/** Returns the total size of the files that every hydrated page loads. */
function sharedBy(rows: Row[]): number {
  const [first, ...others] = rows.filter(({ path }) => !texts.includes(path));
  return sum([...first!.files].map(([path, bytes]) => (others.every(({ files }) => files.has(path)) ? bytes : 0)));
}

function figuresOf(rows: Row[], shared: number): Figure[] {
  const owned = rows.filter(({ path }) => path.startsWith("/dashboard"));
  const largest = owned.toSorted((a, b) => whole(b) - whole(a))[0]!;
  const above = whole(largest) - shared;
  const text = rows.filter(({ path }) => texts.includes(path)).toSorted((a, b) => whole(b) - whole(a))[0]!;
  const withMap = owned.toSorted((a, b) => b.map - a.map)[0]!;
  return [
    {
      what: "First load: JavaScript and CSS shared by all hydrated pages, brotli as served",
      measured: kb(shared),
      beside: `≤ ${kb(maxSharedBytes)}`,
      isMet: shared > 0 && shared <= maxSharedBytes,
    },
    {
      what: `… largest owner's page beyond that (${largest.path}), without maps`,
      measured: kb(above),
      beside: `≤ ${kb(maxScreenBytes)}`,
      isMet: above <= maxScreenBytes,
    },
    {
      what: `First load: largest page of text (${text.path}), all JavaScript and CSS`,
      measured: kb(whole(text)),
      beside: `≤ ${kb(maxTextBytes)}`,
      isMet: whole(text) <= maxTextBytes,
    },
    {
      what: `… the map, loaded when it is about to become visible (${withMap.path})`,
      measured: kb(withMap.map),
      beside: "after hydration",
    },
  ];
}

function tableOf(rows: Row[], shared: number): string[] {
  return [
    "| route | JavaScript and CSS (br) | beyond shared | the same (gzip) | map (br) | fonts, images, data |",
    "|---|---:|---:|---:|---:|---:|",
    ...rows.map((row) => {
      const cells = [whole(row), whole(row) - shared, row.gzip, row.map, row.other].map(kb);
      return `| ${[row.path, ...cells].join(" | ")} |`;
    }),
  ];
}
