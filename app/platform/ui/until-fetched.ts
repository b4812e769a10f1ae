import { hasTypedInput } from "./forms/unsent-form.ts";

const firstPauseMs = 2_000;
const maxPause = 30_000;
/** Storage key for the module because of which this tab was reloaded, so that it is reloaded only once per module. */
const reloadKey = "aleef-reloaded-for";

/** Waits until the network is back, at most `pause` milliseconds. */
const waitForNetwork = (pause: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, pause);
    addEventListener("online", resolve, { once: true });
  });

/**
 * Fetches code or texts, retrying after 2, 4, 8… up to 30 seconds, and immediately when the network is back. `onFailed`
 * is called for every failure. If the browser never requests a failed module again, the page is reloaded.
 */
export async function untilFetched<T>(fetch: () => Promise<T>, onFailed?: () => void): Promise<T> {
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, maxPause)) {
    try {
      return await fetch();
    } catch (error) {
      if (pause > firstPauseMs) await reloadIfFailureCached(error);
      onFailed?.();
      await waitForNetwork(pause);
    }
  }
}

/**
 * Reloads the page if a module failed although its file is available: Chromium before 151 and Firefox cache the failure
 * of an `import()` for the document's lifetime. Never does so if there is typed input, and only once per module.
 */
async function reloadIfFailureCached(error: unknown): Promise<void> {
  const address =
    error instanceof TypeError ? /dynamically imported module: (\S+)/.exec(error.message)?.[1] : undefined;
  if (!address || hasTypedInput()) return;
  const answer = await fetch(address).catch(() => null);
  try {
    if (!answer?.ok || sessionStorage.getItem(reloadKey) === address) return;
    sessionStorage.setItem(reloadKey, address);
  } catch {
    // Without storage, the page could be reloaded endlessly.
    return;
  }
  location.reload();
  await new Promise(() => undefined);
}

/**
 * Fetches the code of a page for the router, which otherwise reloads the shown page, with everything typed, when the
 * code of one that is only pointed at cannot be fetched. Without a network it waits. If the server can be reached, it
 * has another build: the page is reloaded, unless something is typed, in which case the error is thrown.
 *
 * @public Replaces the router's function in the browser's files (`vite-unused-parts.ts`).
 */
export async function loadRouteModule(
  route: { id: string; module: string },
  loaded: Record<string, unknown>,
): Promise<unknown> {
  for (;;) {
    if (route.id in loaded) return loaded[route.id];
    try {
      loaded[route.id] = await import(/* @vite-ignore */ route.module);
    } catch (error) {
      const answer = await fetch(route.module).catch(() => null);
      if (!answer) await waitForNetwork(maxPause);
      else if (hasTypedInput()) throw error;
      else {
        location.reload();
        await new Promise(() => undefined);
      }
    }
  }
}
