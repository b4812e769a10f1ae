import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "./connection/database.server.ts";

/** What advisory locks are about. */
type Subject =
  | "backup"
  | "demo data"
  | "job"
  | "job indexes"
  | "migration"
  | "orders of a phone number"
  | "owner of a phone number"
  | "parcel"
  | "report form"
  | "reports of a pet"
  | "restore test"
  | "scan months";

/** Returns the key (bigint) of the advisory lock of a subject: the first 64 bits of a SHA-256. */
export function lockKey(subject: Subject, value = ""): string {
  return createHash("sha256").update(`${subject}\n${value}`).digest().readBigInt64BE().toString();
}

/** Waits for an advisory lock, which is held until the transaction ends. */
export async function lockInTransaction(
  { db }: { db: Pick<Db, "execute"> },
  subject: Subject,
  value?: string,
): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${lockKey(subject, value)}::bigint)`);
}
