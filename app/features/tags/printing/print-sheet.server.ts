import { getQrRectangles } from "#app/platform/files/qr-code.server.ts";
import { a4, type Shape } from "#app/platform/pdf/shapes.ts";
import { type Correction, type LabelName, type LabelSize, labelSizes, layOut } from "./label-sizes.rules.ts";
import { formatQrText } from "./qr.server.ts";

/** Height above the labels for the heading and the ruler, in millimetres. */
const head = 9;
const rulerLength = 50;
const tick = 1.5;
const gap = 0.4;

export interface SheetOptions {
  size: LabelName;
  correction: Correction;
  publicUrl: string;
  /** Heading of a page. */
  note: (page: number, pageCount: number) => string;
}

/**
 * Yields sheets of labels for these codes, page by page: QR code, readable code, cut marks, and a ruler to check the
 * scale.
 */
export function* renderTagSheets(
  codes: readonly string[],
  { size, correction, publicUrl, note }: SheetOptions,
): Generator<Shape[]> {
  const label = labelSizes[size];
  yield* sheets(codes, label, note, (code, { x, y }) => [
    {
      kind: "dark",
      boxes: getQrRectangles(formatQrText(publicUrl, code), label.qr.side, correction).map((box) => ({
        ...box,
        x: box.x + x + label.qr.x,
        y: box.y + y + label.qr.y,
      })),
    },
    { ...label.code, kind: "code", text: code, x: x + label.code.x, y: y + label.code.y },
  ]);
}

/** Yields sheets of labels for inside the packages: the claim code, with the tag's code below. */
export function* renderClaimSheets(
  issued: readonly { code: string; claimCode: string }[],
  note: SheetOptions["note"],
): Generator<Shape[]> {
  const { width, height } = labelSizes.wide40;
  yield* sheets(issued, labelSizes.wide40, note, ({ code, claimCode }, { x, y }) => [
    {
      kind: "code",
      text: claimCode,
      x: x + width / 2,
      y: y + height * 0.4,
      height: 4.6,
      width: width - 4,
      isBold: true,
    },
    { kind: "code", text: code, x: x + width / 2, y: y + height * 0.75, height: 2.4, width: width - 4 },
  ]);
}

function* sheets<Item>(
  items: readonly Item[],
  label: LabelSize,
  note: SheetOptions["note"],
  drawn: (item: Item, at: { x: number; y: number }) => Shape[],
): Generator<Shape[]> {
  const { perPage, at } = layOut(label, { ...a4, head });
  const pageCount = Math.ceil(items.length / perPage);
  for (let page = 0; page < pageCount; page++) {
    const here = items.slice(page * perPage, (page + 1) * perPage);
    yield [
      { kind: "note", text: note(page + 1, pageCount), y: a4.margin - 4 },
      ...ruler(),
      ...here.flatMap((item, index) => [...cutMarks(label, at(index)), ...drawn(item, at(index))]),
    ];
  }
}

/** Draws a 50 mm ruler: if it measures differently on paper, the sheet was not printed at 100 %. */
function ruler(): Shape[] {
  const y = a4.margin + 3.5;
  const [left, right] = [a4.width / 2 - rulerLength / 2, a4.width / 2 + rulerLength / 2];
  return [
    { kind: "cut", from: [left, y], to: [right, y] },
    { kind: "cut", from: [left, y - tick], to: [left, y + tick] },
    { kind: "cut", from: [right, y - tick], to: [right, y + tick] },
    { kind: "code", text: `${rulerLength} mm`, x: right + 8, y, height: 2.2, width: 12 },
  ];
}

/** Draws cut marks outside each corner, along both edges; a round label also has its outline. */
function cutMarks({ width, height, isRound }: LabelSize, { x, y }: { x: number; y: number }): Shape[] {
  const corners = [
    [x, y, -1, -1],
    [x + width, y, 1, -1],
    [x, y + height, -1, 1],
    [x + width, y + height, 1, 1],
  ] as const;
  const ticks = corners.flatMap(([cornerX, cornerY, toX, toY]): Shape[] => [
    { kind: "cut", from: [cornerX + toX * gap, cornerY], to: [cornerX + toX * (gap + tick), cornerY] },
    { kind: "cut", from: [cornerX, cornerY + toY * gap], to: [cornerX, cornerY + toY * (gap + tick)] },
  ]);
  return isRound ? [...ticks, { kind: "circle", x: x + width / 2, y: y + height / 2, radius: width / 2 }] : ticks;
}
