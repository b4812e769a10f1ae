/** Returns the first moment (UTC) of the month that is `ahead` months after the given time. */
export function monthOf(moment: Date, ahead = 0): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + ahead, 1));
}

/** Returns the smallest UUIDv7 (RFC 9562 §5.7) for a time. */
export function firstIdOf(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

const parent = "scan_records";

/** Returns the name of the partition for a month's scans. */
export function partitionName(month: Date): string {
  return `${parent}_${month.toISOString().slice(0, 7).replace("-", "_")}`;
}

/** Default partition, for scans of months without a partition. */
export const defaultPartition = `${parent}_rest`;

/** Returns the month of a partition by its name; null for the default partition. */
export function monthOfPartition(part: string): Date | null {
  const [, year, month] = /_(\d{4})_(\d\d)$/.exec(part) ?? [];
  return year ? new Date(Date.UTC(Number(year), Number(month) - 1, 1)) : null;
}

/** Returns the start of the retention period in whole months; scans before it are deleted. Null if all are kept. */
export function getRetentionStart(now: Date, months: number): Date | null {
  return months > 0 ? monthOf(now, -months) : null;
}
