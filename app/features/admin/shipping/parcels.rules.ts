import { readNumber } from "#app/features/orders/order-number.rules.ts";

/** An order that is about to be shipped. */
export interface ShippedOrder {
  id: string;
  number: string;
  /** The lines whose tags are linked at packing, with how many codes each needs. */
  lines: readonly { id: string; codes: number }[];
}

/** What a parcel was given: its tracking number, and codes of tags by the line they are for. */
export interface ParcelFields {
  tracking: string;
  codes: Record<string, string>;
}

export interface PastedParcels {
  parcels: Record<string, ParcelFields>;
  /** Order numbers in the text that are not among the orders. */
  unknown: string[];
  /** How many lines were left over, after every order had its own. */
  tooMany: number;
}

/**
 * Reads what was pasted from a spreadsheet: a line for each order, its columns separated by tab, semicolon or comma. A
 * line that begins with an order number belongs to that order; all others go to the remaining orders one after the other.
 * The next column is the tracking number, those after it are the codes of tags. Heads and empty lines are left out.
 */
export function readPastedParcels(text: string, orders: readonly ShippedOrder[]): PastedParcels {
  const found: PastedParcels = { parcels: {}, unknown: [], tooMany: 0 };
  const unnamed: string[][] = [];
  for (const row of text.split(/\r?\n/)) {
    const cells = row.split(/[\t;,]/).map((cell) => cell.trim());
    if (cells.every((cell) => cell === "")) continue;
    const number = readNumber(cells[0] ?? "");
    const order = orders.find((one) => one.number === number);
    if (order) found.parcels[order.id] = readCells(cells.slice(1), order);
    else if (number) found.unknown.push(number);
    else if (/\d/.test(cells.join(""))) unnamed.push(cells);
  }
  const rest = orders.filter(({ id }) => !found.parcels[id]);
  for (const [index, order] of rest.entries())
    if (unnamed[index]) found.parcels[order.id] = readCells(unnamed[index], order);
  found.tooMany = Math.max(0, unnamed.length - rest.length);
  return found;
}

function readCells([tracking = "", ...others]: readonly string[], { lines }: ShippedOrder): ParcelFields {
  const typed = others.flatMap((cell) => cell.split(/\s+/)).filter(Boolean);
  const codes: Record<string, string> = {};
  for (const { id, codes: needed } of lines) codes[id] = typed.splice(0, needed).join(" ");
  return { tracking, codes };
}
