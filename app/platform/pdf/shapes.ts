/** An element of a printed sheet. Lengths are millimetres from the page's upper left corner. */
export type Shape =
  /** Filled rectangles, such as those of a QR code. */
  | { kind: "dark"; boxes: readonly Box[] }
  /** A cutting line. */
  | { kind: "cut"; from: readonly [x: number, y: number]; to: readonly [x: number, y: number] }
  | { kind: "circle"; x: number; y: number; radius: number }
  /** Centred text of Latin letters and digits, at most `width` wide. */
  | { kind: "code"; text: string; x: number; y: number; height: number; width: number; isBold?: boolean }
  /** A line in the reader's language, aligned to its start. */
  | { kind: "note"; text: string; y: number };

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A4 page, with the margin that printers cannot reach. */
export const a4 = { width: 210, height: 297, margin: 10 };

/** Thickness of a cutting line. */
export const hairline = 0.1;
/** Letter height of a note. */
export const noteHeight = 2.8;
