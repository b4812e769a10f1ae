import { vi } from "vitest";

/** Waits until it holds, as long as a busy machine may need; only what never comes is a failure. */
export const soon = (holds: () => unknown) => vi.waitFor(holds, { timeout: 10_000 });
