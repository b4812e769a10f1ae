import { vi } from "vitest";

/** Waits up to ten seconds until `holds` succeeds. */
export const soon = (holds: () => unknown) => vi.waitFor(holds, { timeout: 10_000 });
