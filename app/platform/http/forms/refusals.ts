/** Message of a rejected form that belongs to no field, and when it was answered. */
export interface Refusal {
  text: string;
  at: number;
}

let latest: Refusal | null = null;
const listeners = new Set<() => void>();

/** The latest refusal, for `useSyncExternalStore`. */
export const refusals = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): Refusal | null => latest,
  getOnServer: (): Refusal | null => null,
  set(refusal: Refusal): void {
    latest = refusal;
    for (const listener of listeners) listener();
  },
};
