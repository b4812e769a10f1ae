const first = 2_000;
const longest = 30_000;

/**
 * Fetches code or texts, retrying after 2, 4, 8… at most 30 seconds, and as soon as the network is back. `onFailed` is
 * called for every failure.
 */
export async function untilFetched<T>(fetch: () => Promise<T>, onFailed?: () => void): Promise<T> {
  for (let pause = first; ; pause = Math.min(pause * 2, longest)) {
    try {
      return await fetch();
    } catch {
      onFailed?.();
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
        addEventListener("online", resolve, { once: true });
      });
    }
  }
}
