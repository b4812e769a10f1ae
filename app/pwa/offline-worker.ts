// Put behind the push worker in one script. `version` is the build's, so that a new build is a new worker.
const site = self as unknown as ServiceWorkerGlobalScope;
declare const version: string;

/** Pages of this build that everybody may read, files that never change, and what belongs to whoever is signed in. */
const stores = { open: `open-${version}`, assets: `assets-${version}`, kept: `kept-${version}` };
const languages = ["en", "ar"];
const ownerMark = "/kept-for";
const timeMark = "/kept-at";
/** From when to when the session lasts whose pages are kept, as this device counts (ms, "from until"). */
const sessionMark = "/kept-until";
const languageMark = "/language";
const hour = 3_600_000;
const maxSession = 7 * 24 * hour;
const maxPages = 40;
const maxPhotos = 60;
const maxPets = 12;

const id = "[0-9a-f-]{36}";
/** What an owner needs where there is no network: the pets' cards, the last scans, and the form of a lost pet. */
const keptPages = new RegExp(`^/dashboard(/pets(/${id})?|/scan-records|/scan-details/${id}|/lost-found/new)?/?$`);
const firstPages = ["/dashboard/pets", "/dashboard/scan-records", "/dashboard/lost-found/new"];
/** A finder never waits for this worker, and no scan is ever asked for twice. */
const findersPages = /^\/(tag|t|n|f|p)\//;

/** Grows whenever everything private is forgotten: what was asked for before is not kept any more. */
let turn = 0;

site.addEventListener("install", (event) => {
  const pages = languages.flatMap((lang) => [`/offline?lang=${lang}`, `/offline?lang=${lang}&kept=1`]);
  event.waitUntil(caches.open(stores.open).then((store) => store.addAll(pages)));
});

site.addEventListener("activate", (event) => {
  const mine: string[] = Object.values(stores);
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (!mine.includes(name)) await caches.delete(name);
      await site.clients.claim();
    })(),
  );
});

interface PageMessage {
  skip?: boolean;
  userId?: string | null;
  language?: string;
  assets?: string[];
}

let pending: Promise<void> = Promise.resolve();

site.addEventListener("message", (event) => {
  const { skip, userId, language, assets = [] } = event.data as PageMessage;
  if (skip) event.waitUntil(site.skipWaiting());
  else {
    // One after the other: two pages that tell at once do not forget what the other has just kept.
    pending = pending.then(() => updateStores(userId ?? null, language ?? "en", assets)).catch(() => undefined);
    event.waitUntil(pending);
  }
});

async function updateStores(userId: string | null, language: string, assets: string[]): Promise<void> {
  const open = await caches.open(stores.open);
  await open.put(languageMark, new Response(language));
  await findPageStore();
  const kept = await caches.open(stores.kept);
  if ((await textOf(kept, ownerMark)) !== (userId ?? "")) await forget();
  if (!userId) return;
  const own = await caches.open(stores.kept);
  await own.put(ownerMark, new Response(userId));
  await addMissing(await caches.open(stores.assets), assets);
  if (Date.now() - Number(await textOf(own, timeMark)) < hour) return;
  // Without a network nothing was kept: the next page tries again.
  if (await storeFirstPages()) await own.put(timeMark, new Response(String(Date.now())));
}

async function textOf(store: Cache, name: string): Promise<string> {
  return (await (await store.match(name))?.text()) ?? "";
}

async function forget(): Promise<void> {
  turn++;
  await caches.delete(stores.kept);
}

/** The store of kept pages while their session lasts; afterwards they are deleted, and it is null. */
async function findPageStore(): Promise<Cache | null> {
  const store = await caches.open(stores.kept);
  const session = await textOf(store, sessionMark);
  if (!session) return null;
  const [from = 0, until = 0] = session.split(" ").map(Number);
  const now = Date.now();
  if (now >= from && now < until) return store;
  await forget();
  return null;
}

/** Notes when the session of a page ends. False when the server did not say: such a page is not kept. */
async function noteSession(store: Cache, page: Response): Promise<boolean> {
  const left = Number(page.headers.get("x-session-ends-in")) * 1000;
  if (!(left > 0)) return false;
  const now = Date.now();
  await store.put(sessionMark, new Response(`${now} ${now + Math.min(left, maxSession)}`));
  return true;
}

/** False where a page could not be read. */
async function storeFirstPages(): Promise<boolean> {
  const pages = [...firstPages];
  for (let at = 0; at < pages.length; at++) {
    const path = pages[at] as string;
    const began = turn;
    // Nobody sees this page now: what the next one is to call out is not for it.
    const headers = { accept: "text/html", "x-background": "1" };
    const answer = await fetch(path, { headers }).catch(() => null);
    if (answer?.redirected && new URL(answer.url).pathname === "/auth") await forget();
    if (!answer?.ok || answer.redirected) return false;
    const text = await keep(path, answer, began);
    if (path === "/dashboard/pets")
      pages.push(...[...new Set(text.match(new RegExp(`/dashboard/pets/${id}(?=")`, "g")))].slice(0, maxPets));
  }
  return true;
}

/** Keeps a page once the files and pictures are there that it is made of; what it fetches later it names by itself. */
async function keep(path: string, answer: Response, began: number): Promise<string> {
  const text = await answer.clone().text();
  const named = (folder: string) => {
    const found = text.matchAll(new RegExp(`"(/${folder}/[^"?#\\s]+)"`, "g"));
    return [...new Set([...found].map(([, file]) => file as string))];
  };
  await addMissing(await caches.open(stores.assets), named("assets"));
  const store = await caches.open(stores.kept);
  // Whoever forgets later deletes this very store; what is still put into it goes with it.
  if (began !== turn || !(await noteSession(store, answer))) return text;
  await addMissing(store, named("photos").slice(0, maxPhotos));
  await store.put(path, answer);
  await trim(store);
  return text;
}

async function trim(store: Cache): Promise<void> {
  const all = (await store.keys()).map((request) => ({ request, path: new URL(request.url).pathname }));
  const pages = all.filter(({ path }) => keptPages.test(path));
  const photos = all.filter(({ path }) => path.startsWith("/photos/"));
  for (const { request } of [...pages.slice(0, -maxPages), ...photos.slice(0, -maxPhotos)]) await store.delete(request);
}

async function addMissing(store: Cache, files: string[]): Promise<void> {
  await Promise.all(
    files.map(async (file) => {
      if (!/^\/(assets|photos)\//.test(file) || (await store.match(file))) return;
      const answer = await fetch(file).catch(() => null);
      if (answer?.ok) await store.put(file, answer);
    }),
  );
}

// Whatever wakes this worker deletes what has ended.
site.addEventListener("push", (event) => event.waitUntil(findPageStore()));

site.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== site.location.origin) return;
  // Whoever signs in or out is not whom these pages were kept for.
  if (request.method === "POST" && /^\/auth([/.]|$)/.test(pathname)) event.waitUntil(forget());
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.waitUntil(findPageStore());
    if (!findersPages.test(pathname)) event.respondWith(pageOf(event, pathname));
  } else if (pathname.startsWith("/assets/")) event.respondWith(fileOf(request, stores.assets));
  else if (pathname.startsWith("/photos/")) event.respondWith(photoOf(request));
});

/** Always what the server says now; what was kept stands in only where no server can be reached. */
async function pageOf(event: FetchEvent, pathname: string): Promise<Response> {
  const began = turn;
  try {
    const answer = await fetch(event.request);
    if (keptPages.test(pathname)) {
      // Sent to sign in: nobody is signed in any more.
      if (answer.type === "opaqueredirect") event.waitUntil(forget());
      else if (answer.ok && !answer.redirected) event.waitUntil(keep(pathname, answer.clone(), began));
    }
    return answer;
  } catch {
    const kept = await findPageStore();
    const page = await kept?.match(pathname.replace(/(.)\/$/, "$1"));
    return page ? markKept(page) : offlinePage(kept);
  }
}

/** Tells a page's scripts that it came from this device, which they cannot see otherwise. */
async function markKept(page: Response): Promise<Response> {
  const headers = new Headers(page.headers);
  // The text is no longer as the server packed it.
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response((await page.text()).replace("<html", '<html data-kept=""'), { headers });
}

async function offlinePage(kept: Cache | null): Promise<Response> {
  const open = await caches.open(stores.open);
  const known = await textOf(open, languageMark);
  const lang = languages.includes(known) ? known : site.navigator.language.startsWith("ar") ? "ar" : "en";
  const hasPets = await kept?.match("/dashboard/pets");
  return (await open.match(`/offline?lang=${lang}${hasPets ? "&kept=1" : ""}`)) ?? Response.error();
}

async function fileOf(request: Request, name: string): Promise<Response> {
  const store = await caches.open(name);
  const known = await store.match(request.url);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await store.put(request.url, answer.clone());
  return answer;
}

/** Pictures of kept pages are there; all others come and go as ever. */
async function photoOf(request: Request): Promise<Response> {
  const kept = await findPageStore();
  return (await kept?.match(request.url)) ?? fetch(request);
}

// For the type checker a module of its own; the script that browsers get has no such line.
export {};
