let isLate = false;
const listeners = new Set<() => void>();

/** Store for `useSyncExternalStore`: whether this page has had no live stream for 30 seconds. */
export const liveState = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isLate: (): boolean => isLate,
  setLate(next: boolean): void {
    if (next === isLate) return;
    isLate = next;
    for (const listener of listeners) listener();
  },
};
