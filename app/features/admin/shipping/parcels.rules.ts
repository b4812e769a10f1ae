import { parseOrderNumber } from "#app/features/orders/order-number.rules.ts";

/** An order to be shipped. */
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

function readCells([tracking = "", ...others]: readonly string[], { lines }: ShippedOrder): ParcelFields {
  const typed = others.flatMap((cell) => cell.split(/\s+/)).filter(Boolean);
  const codes: Record<string, string> = {};
  for (const { id, codes: needed } of lines) codes[id] = typed.splice(0, needed).join(" ");
  return { tracking, codes };
}
