const first = 2_000;
const longest = 30_000;

/**
 * Fetches code or words that a page needs later. A network that fails takes nothing away for good: it is tried again as
 * soon as there is one, and after 2, 4, 8… at most 30 seconds. `onFailed` hears of every failure.
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
