/** The first moment of the month (UTC) that lies `ahead` months after the moment's own. */
export function monthOf(moment: Date, ahead = 0): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + ahead, 1));
}

/** The smallest UUIDv7 (RFC 9562 §5.7) that can be made at that moment. */
export function firstIdOf(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

const parent = "scan_records";

/** The part of the scans in which those of a month lie. */
export function partOf(month: Date): string {
  return `${parent}_${month.toISOString().slice(0, 7).replace("-", "_")}`;
}

/** Where scans lie that fit into no month. */
export const restOfScans = `${parent}_rest`;

/** The month of a part by its name; null for the rest. */
export function monthOfPart(part: string): Date | null {
  const [, year, month] = /_(\d{4})_(\d\d)$/.exec(part) ?? [];
  return year ? new Date(Date.UTC(Number(year), Number(month) - 1, 1)) : null;
}

/** How long scans are kept by a setting of whole months: those before this month's first moment go. Null when all stay. */
export function keptSince(now: Date, months: number): Date | null {
  return months > 0 ? monthOf(now, -months) : null;
}
