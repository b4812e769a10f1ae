import { hasTypedInput } from "./forms/unsent-form.ts";

const first = 2_000;
const maxPause = 30_000;
/** The module for which this tab was loaded anew, so that it never is twice for the same one. */
const reloadKey = "aleef-reloaded-for";

/**
 * Fetches code or texts, retrying after 2, 4, 8… at most 30 seconds, and as soon as the network is back. `onFailed` is
 * called for every failure. Where the browser never asks again for a module that failed once, the page is loaded anew.
 */
export async function untilFetched<T>(fetch: () => Promise<T>, onFailed?: () => void): Promise<T> {
  for (let pause = first; ; pause = Math.min(pause * 2, maxPause)) {
    try {
      return await fetch();
    } catch (error) {
      if (pause > first) await reloadIfRemembered(error);
      onFailed?.();
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
        addEventListener("online", resolve, { once: true });
      });
    }
  }
}

/**
 * Loads the page anew when a module failed although its file can be had: Chromium before 151 and Firefox keep the failure
 * of an `import()` for as long as the document lives. Never where something was typed, and once for each module.
 */
async function reloadIfRemembered(error: unknown): Promise<void> {
  const address =
    error instanceof TypeError ? /dynamically imported module: (\S+)/.exec(error.message)?.[1] : undefined;
  if (!address || hasTypedInput()) return;
  const answer = await fetch(address).catch(() => null);
  try {
    if (!answer?.ok || sessionStorage.getItem(reloadKey) === address) return;
    sessionStorage.setItem(reloadKey, address);
  } catch {
    // Without storage nobody would know that it was done before.
    return;
  }
  location.reload();
  await new Promise(() => undefined);
}
