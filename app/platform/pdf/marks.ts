/** What can stand on a printed sheet. All measures are millimetres from the upper left corner of the page. */
export type Mark =
  /** Filled squares and stretches, such as those of a QR code. */
  | { kind: "dark"; boxes: readonly Box[] }
  /** A hairline to cut along. */
  | { kind: "cut"; from: readonly [x: number, y: number]; to: readonly [x: number, y: number] }
  | { kind: "circle"; x: number; y: number; radius: number }
  /** A line of Latin letters and digits around its middle, never wider than `width`. */
  | { kind: "code"; text: string; x: number; y: number; height: number; width: number; isBold?: boolean }
  /** A line in the reader's language, from the side where that language starts. */
  | { kind: "note"; text: string; y: number };

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A4, and what no printer reaches at its edges. */
export const a4 = { width: 210, height: 297, margin: 10 };

/** The thickness of a cutting line. */
export const hairline = 0.1;
/** The height of a note's letters. */
export const noteHeight = 2.8;
