/** A measured figure with its limit, or with a peer measured in the same run. */
export interface Figure {
  what: string;
  measured: string;
  /** The limit, or the peer's value. */
  beside: string;
  /** Whether the limit is met; undefined if there is none. */
  isMet?: boolean;
}

export interface Measured {
  figures: Figure[];
  /** Markdown lines below the table of figures. */
  more?: string[];
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns the smallest value that the given share (0–1) of all values do not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!;
}

/** Formats bytes in KB of 1000 bytes. */
export const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
