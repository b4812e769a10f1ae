/** Dimensions of a label, in millimetres from its upper left corner. */
export interface LabelSize {
  width: number;
  height: number;
  isRound: boolean;
  /** QR code including its quiet zone. */
  qr: { x: number; y: number; side: number };
  /** Centre of the printed code, height of its characters and maximum width. */
  code: { x: number; y: number; height: number; width: number };
}

export const labelNames = ["round25", "round30", "square25", "wide40"] as const;
export type LabelName = (typeof labelNames)[number];

export const labelSizes: Record<LabelName, LabelSize> = {
  round25: {
    width: 25,
    height: 25,
    isRound: true,
    qr: { x: 4.5, y: 3, side: 16 },
    code: { x: 12.5, y: 20.2, height: 1.9, width: 17 },
  },
  round30: {
    width: 30,
    height: 30,
    isRound: true,
    qr: { x: 5.5, y: 3.6, side: 19 },
    code: { x: 15, y: 24.2, height: 2.2, width: 20 },
  },
  square25: {
    width: 25,
    height: 25,
    isRound: false,
    qr: { x: 2, y: 0.8, side: 21 },
    code: { x: 12.5, y: 23, height: 2.2, width: 22 },
  },
  wide40: {
    width: 40,
    height: 20,
    isRound: false,
    qr: { x: 1, y: 1, side: 18 },
    code: { x: 29.5, y: 10, height: 2.2, width: 19 },
  },
};

/**
 * Error correction levels: Q restores a quarter of a QR code, H nearly a third. H is for engraved metal; its modules
 * are smaller.
 */
export const corrections = ["Q", "H"] as const;
export type Correction = (typeof corrections)[number];

/** Millimetres between two labels, with room for cut marks. */
const labelGap = 4;

/** Lays out labels of one size on a sheet, centred horizontally. All in millimetres. */
export function layOut(
  { width, height }: Pick<LabelSize, "width" | "height">,
  sheet: { width: number; height: number; margin: number; head: number },
) {
  const columns = Math.floor((sheet.width - 2 * sheet.margin + labelGap) / (width + labelGap));
  const rows = Math.floor((sheet.height - 2 * sheet.margin - sheet.head + labelGap) / (height + labelGap));
  const left = (sheet.width - columns * (width + labelGap) + labelGap) / 2;
  const top = sheet.margin + sheet.head;
  return {
    perPage: columns * rows,
    /** Returns the position of the n-th label of a page. */
    at: (index: number) => ({
      x: left + (index % columns) * (width + labelGap),
      y: top + Math.floor(index / columns) * (height + labelGap),
    }),
  };
}

/** Maximum number of labels in one file. */
export const maxLabels = 2000;

export const printFormats = ["pdf", "svg", "codes"] as const;
export type PrintFormat = (typeof printFormats)[number];

/** Maximum number of codes in a URL. */
export const maxTyped = 400;
