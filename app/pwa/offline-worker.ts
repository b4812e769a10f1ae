// Appended to the push worker in one script. `version` is the build's, so that each build is a new worker.
const site = self as unknown as ServiceWorkerGlobalScope;
declare const version: string;

/** Caches of this build: public pages, immutable files, and pages of the signed-in user. */
const stores = { open: `open-${version}`, assets: `assets-${version}`, kept: `kept-${version}` };
const languages = ["en", "ar"];
const ownerKey = "/kept-for";
const storedAtKey = "/kept-at";
/** Start and end of the session of the stored pages, by this device's clock (ms, "from until"). */
const sessionKey = "/kept-until";
const languageKey = "/language";
const hour = 3_600_000;
const maxSession = 7 * 24 * hour;
const maxPages = 40;
const maxPhotos = 60;
const maxPets = 12;

const id = "[0-9a-f-]{36}";
/** Pages that an owner needs while offline: the pets' profiles, the latest scans, and the form for a lost pet. */
const storedPagePaths = new RegExp(`^/dashboard(/pets(/${id})?|/scan-records|/scan-details/${id}|/lost-found/new)?/?$`);
const firstPages = ["/dashboard/pets", "/dashboard/scan-records", "/dashboard/lost-found/new"];
/** Finders never wait for this worker, and no scan is requested twice. */
const findersPages = /^\/(tag|t|n|f|p)\//;

/** Incremented whenever private pages are deleted, so that responses to earlier requests are no longer stored. */
let generation = 0;

site.addEventListener("install", (event) => {
  const pages = languages.flatMap((lang) => [`/offline?lang=${lang}`, `/offline?lang=${lang}&kept=1`]);
  event.waitUntil(caches.open(stores.open).then((store) => store.addAll(pages)));
});

site.addEventListener("activate", (event) => {
  const ownStores: string[] = Object.values(stores);
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (!ownStores.includes(name)) await caches.delete(name);
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
    // Runs one after the other, so that messages of two pages do not delete what the other has just stored.
    pending = pending.then(() => updateStores(userId ?? null, language ?? "en", assets)).catch(() => undefined);
    event.waitUntil(pending);
  }
});

async function updateStores(userId: string | null, language: string, assets: string[]): Promise<void> {
  const open = await caches.open(stores.open);
  await open.put(languageKey, new Response(language));
  await findPageStore();
  const kept = await caches.open(stores.kept);
  if ((await readText(kept, ownerKey)) !== (userId ?? "")) await deletePages();
  if (!userId) return;
  const own = await caches.open(stores.kept);
  await own.put(ownerKey, new Response(userId));
  await addMissing(await caches.open(stores.assets), assets);
  if (Date.now() - Number(await readText(own, storedAtKey)) < hour) return;
  // If storing failed without a network, the next page tries again.
  if (await storeFirstPages()) await own.put(storedAtKey, new Response(String(Date.now())));
}

async function readText(store: Cache, name: string): Promise<string> {
  return (await (await store.match(name))?.text()) ?? "";
}

async function deletePages(): Promise<void> {
  generation++;
  await caches.delete(stores.kept);
}

/** Returns the cache of stored pages while their session lasts; after its end, deletes them and returns null. */
async function findPageStore(): Promise<Cache | null> {
  const store = await caches.open(stores.kept);
  const session = await readText(store, sessionKey);
  if (!session) return null;
  const [from = 0, until = 0] = session.split(" ").map(Number);
  const now = Date.now();
  if (now >= from && now < until) return store;
  await deletePages();
  return null;
}

/**
 * Records when the session of a page ends. Returns false if the server did not say, in which case the page is not
 * stored.
 */
async function storeSession(store: Cache, page: Response): Promise<boolean> {
  const left = Number(page.headers.get("x-session-ends-in")) * 1000;
  if (!(left > 0)) return false;
  const now = Date.now();
  await store.put(sessionKey, new Response(`${now} ${now + Math.min(left, maxSession)}`));
  return true;
}

/** Returns false if a page could not be fetched. */
async function storeFirstPages(): Promise<boolean> {
  const pages = [...firstPages];
  for (let at = 0; at < pages.length; at++) {
    const path = pages[at] as string;
    const startGeneration = generation;
    // Marked as a background request, so that it does not consume a toast meant for the next visible page.
    const headers = { accept: "text/html", "x-background": "1" };
    const answer = await fetch(path, { headers }).catch(() => null);
    if (answer?.redirected && new URL(answer.url).pathname === "/auth") await deletePages();
    if (!answer?.ok || answer.redirected) return false;
    const text = await storePage(path, answer, startGeneration);
    if (path === "/dashboard/pets")
      pages.push(...[...new Set(text.match(new RegExp(`/dashboard/pets/${id}(?=")`, "g")))].slice(0, maxPets));
  }
  return true;
}

/** Stores a page after the files and photos that it references; files loaded later are reported by the page itself. */
async function storePage(path: string, answer: Response, startGeneration: number): Promise<string> {
  const text = await answer.clone().text();
  const named = (folder: string) => {
    const found = text.matchAll(new RegExp(`"(/${folder}/[^"?#\\s]+)"`, "g"));
    return [...new Set([...found].map(([, file]) => file as string))];
  };
  await addMissing(await caches.open(stores.assets), named("assets"));
  const store = await caches.open(stores.kept);
  // If `forget` runs later, it deletes this very cache, including what is still added to it.
  if (startGeneration !== generation || !(await storeSession(store, answer))) return text;
  await addMissing(store, named("photos").slice(0, maxPhotos));
  await store.put(path, answer);
  await trim(store);
  return text;
}

async function trim(store: Cache): Promise<void> {
  const all = (await store.keys()).map((request) => ({ request, path: new URL(request.url).pathname }));
  const pages = all.filter(({ path }) => storedPagePaths.test(path));
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

// Any event that wakes this worker deletes expired pages.
site.addEventListener("push", (event) => event.waitUntil(findPageStore()));

site.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== site.location.origin) return;
  // Signing in or out deletes the pages stored for the previous user.
  if (request.method === "POST" && /^\/auth([/.]|$)/.test(pathname)) event.waitUntil(deletePages());
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.waitUntil(findPageStore());
    // The page for no network is no use in a frame, where its script may not run.
    const isWholePage = request.destination !== "iframe" && !findersPages.test(pathname);
    if (isWholePage) event.respondWith(respondWithPage(event, pathname));
  } else if (pathname.startsWith("/assets/")) event.respondWith(respondWithFile(request, stores.assets));
  else if (pathname.startsWith("/photos/")) event.respondWith(respondWithPhoto(request));
});

/** Responds from the server whenever it can be reached, otherwise with a stored page. */
async function respondWithPage(event: FetchEvent, pathname: string): Promise<Response> {
  const startGeneration = generation;
  try {
    const answer = await fetch(event.request);
    if (storedPagePaths.test(pathname)) {
      // A redirect to the sign-in page means that nobody is signed in any more.
      if (answer.type === "opaqueredirect") event.waitUntil(deletePages());
      else if (answer.ok && !answer.redirected) event.waitUntil(storePage(pathname, answer.clone(), startGeneration));
    }
    return answer;
  } catch {
    const kept = await findPageStore();
    const page = await kept?.match(pathname.replace(/(.)\/$/, "$1"));
    return page ? markStored(page) : offlinePage(kept);
  }
}

/** Marks a page as stored, so that its scripts can detect that it came from this device. */
async function markStored(page: Response): Promise<Response> {
  const headers = new Headers(page.headers);
  // The body is no longer compressed as sent by the server.
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response((await page.text()).replace("<html", '<html data-kept=""'), { headers });
}

async function offlinePage(kept: Cache | null): Promise<Response> {
  const open = await caches.open(stores.open);
  const known = await readText(open, languageKey);
  const lang = languages.includes(known) ? known : site.navigator.language.startsWith("ar") ? "ar" : "en";
  const hasPets = await kept?.match("/dashboard/pets");
  return (await open.match(`/offline?lang=${lang}${hasPets ? "&kept=1" : ""}`)) ?? Response.error();
}

async function respondWithFile(request: Request, name: string): Promise<Response> {
  const store = await caches.open(name);
  const known = await store.match(request.url);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await store.put(request.url, answer.clone());
  return answer;
}

/**
 * Returns a photo of a stored page from the cache, any other from the network; without a network, another width of the
 * same photo.
 */
async function respondWithPhoto(request: Request): Promise<Response> {
  const kept = await findPageStore();
  const known = await kept?.match(request.url);
  if (known) return known;
  try {
    return await fetch(request);
  } catch (error) {
    const folder = request.url.slice(0, request.url.lastIndexOf("/") + 1);
    const other = (await kept?.keys())?.find(({ url }) => url.startsWith(folder));
    const stored = other && (await kept?.match(other));
    if (stored) return stored;
    throw error;
  }
}

// Makes the file a module for the type checker; removed from the script that browsers get.
export {};
