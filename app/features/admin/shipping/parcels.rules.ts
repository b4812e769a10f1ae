import { parseOrderNumber } from "#app/features/orders/order-number.rules.ts";
import { codeInAddress, codeKey } from "#app/features/tags/tag-code.rules.ts";

export interface ShippedOrder {
  id: string;
  number: string;
  /** Lines whose tags are linked when packing, with the number of codes that each needs. */
  lines: readonly { id: string; codes: number }[];
}

/** Data of a parcel: its tracking number, and tag codes by order line. */
export interface ParcelFields {
  tracking: string;
  codes: Record<string, string>;
}

export interface PastedParcels {
  parcels: Record<string, ParcelFields>;
  /** Order numbers in the text that are not among the orders. */
  unknown: string[];
  /** Number of lines left over after every order got one. */
  tooMany: number;
}

/**
 * Parses text pasted from a spreadsheet: one line per order, with columns separated by tab, semicolon or comma. A line
 * that begins with an order number belongs to that order; the others are assigned to the remaining orders in turn. The
 * next column is the tracking number, those after it are tag codes. Headers and empty lines are skipped.
 */
export function readPastedParcels(text: string, orders: readonly ShippedOrder[]): PastedParcels {
  const result: PastedParcels = { parcels: {}, unknown: [], tooMany: 0 };
  const unassigned: string[][] = [];
  for (const row of text.split(/\r?\n/)) {
    const cells = row.split(/[\t;,]/).map((cell) => cell.trim());
    if (cells.every((cell) => cell === "")) continue;
    const number = parseOrderNumber(cells[0] ?? "");
    const order = orders.find((one) => one.number === number);
    if (order) result.parcels[order.id] = readCells(cells.slice(1), order);
    else if (number) result.unknown.push(number);
    else if (/\d/.test(cells.join(""))) unassigned.push(cells);
  }
  const rest = orders.filter(({ id }) => !result.parcels[id]);
  for (const [index, order] of rest.entries())
    if (unassigned[index]) result.parcels[order.id] = readCells(unassigned[index], order);
  result.tooMany = Math.max(0, unassigned.length - rest.length);
  return result;
}

/** Separates the tag codes typed into one field. A scanned code may be the tag's whole address. */
export function readTypedCodes(text: string): string[] {
  return text
    .split(/[\s,;،]+/)
    .map((one) => codeInAddress(one) ?? one)
    .filter(Boolean);
}

/** What is known of a tag code: whether the tag can be packed. */
export type CodeState = "free" | "taken" | "unknown";

export type CodeProblem = Exclude<CodeState, "free"> | "twice" | "missing" | "tooMany";

export interface ParcelState {
  isReady: boolean;
  /** By order line; `missing` only once something was typed. */
  problems: Record<string, { problem: CodeProblem; codes: string[]; count: number }>;
  isTrackingTwice: boolean;
  /** Lines, by id, whose codes are all there, known and free. */
  isChecked: Record<string, boolean>;
}

/** Name of the field with a parcel's tracking number, and of that with a line's tag codes. */
export const trackingField = (orderId: string) => `tracking.${orderId}`;
export const codesField = (lineId: string) => `codes.${lineId}`;

/**
 * Checks what was typed for each parcel, by field name. One is ready when all its tags are known and free and nothing is
 * there twice; once any parcel has a tracking number, only those that have one are. Codes without a known state are
 * still being looked up, by key, and make the parcel wait.
 */
export function checkParcels(
  orders: readonly ShippedOrder[],
  typed: Readonly<Record<string, string>>,
  states: Readonly<Record<string, CodeState>>,
): ParcelState[] {
  const trackingOf = ({ id }: ShippedOrder) => typed[trackingField(id)]?.trim() ?? "";
  const numbers = orders.map(trackingOf).filter(Boolean);
  const codesOf = (lineId: string) => readTypedCodes(typed[codesField(lineId)] ?? "");
  const keys = orders.flatMap(({ lines }) => lines.flatMap(({ id }) => codesOf(id).map(codeKey)));
  return orders.map((order) => {
    const tracking = trackingOf(order);
    const problems: ParcelState["problems"] = {};
    const isChecked: ParcelState["isChecked"] = {};
    for (const { id, codes: needed } of order.lines) {
      const codes = codesOf(id);
      const wrong = (test: (key: string) => boolean) => codes.filter((code) => test(codeKey(code)));
      const found: [CodeProblem, string[]][] = [
        ["unknown", wrong((key) => states[key] === "unknown")],
        ["taken", wrong((key) => states[key] === "taken")],
        ["twice", wrong((key) => keys.indexOf(key) !== keys.lastIndexOf(key))],
        ["tooMany", codes.slice(needed)],
        ["missing", codes.length > 0 && codes.length < needed ? codes : []],
      ];
      const first = found.find(([, of]) => of.length > 0);
      if (first) problems[id] = { problem: first[0], codes: first[1], count: Math.abs(needed - codes.length) };
      isChecked[id] = !first && codes.length === needed && wrong((key) => states[key] !== "free").length === 0;
    }
    const isTrackingTwice = numbers.indexOf(tracking) !== numbers.lastIndexOf(tracking);
    const isReady =
      Object.values(isChecked).every(Boolean) && !isTrackingTwice && (tracking !== "" || numbers.length === 0);
    return { isReady, problems, isTrackingTwice, isChecked };
  });
}

function readCells([tracking = "", ...others]: readonly string[], { lines }: ShippedOrder): ParcelFields {
  const typed = others.flatMap((cell) => cell.split(/\s+/)).filter(Boolean);
  const codes: Record<string, string> = {};
  for (const { id, codes: needed } of lines) codes[id] = typed.splice(0, needed).join(" ");
  return { tracking, codes };
}
