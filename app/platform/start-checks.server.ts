import { access, constants, mkdir } from "node:fs/promises";
import type { AppContext } from "./app-context.server.ts";
import { isTransactionPooler } from "./db/connection/pooler.server.ts";
import { isReservedSender } from "./settings.server.ts";

/** Seconds by which this machine's clock may differ from the database's. */
const maxClockSeconds = 5;

const reasonOf = (error: unknown): string => {
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  return String(code ?? (name && name !== "Error" ? name : message) ?? error);
};

type Check = (ctx: AppContext) => Promise<string | null> | string | null;

const checks: Check[] = [
  async ({ mail }) => {
    const reason = await mail.findProblem();
    return reason && `SMTP_URL: the mail server does not accept us (${reason}). E-mails wait until this is corrected.`;
  },
  ({ mail, settings }) =>
    mail.kind === "outbox" && settings.secure
      ? "SMTP_URL is not set: nobody receives an e-mail, neither owners of found pets nor people who sign up."
      : null,
  ({ settings }) =>
    settings.smtpUrl && isReservedSender(settings.mailFrom)
      ? `MAIL_FROM is ${settings.mailFrom}, whose domain is reserved: mail servers reject it.`
      : null,
  ({ files, settings }) =>
    files.probe().then(
      () => null,
      (error) =>
        settings.s3
          ? `S3_BUCKET: photos cannot be stored in "${settings.s3.bucket}" (${reasonOf(error)}). Check S3_ENDPOINT, S3_REGION and the keys.`
          : `DATA_DIR: files cannot be stored in ${settings.dataDir} (${reasonOf(error)}).`,
    ),
  async ({ settings: { backups } }) => {
    if (!backups.at) return null;
    try {
      await mkdir(backups.folder, { recursive: true });
      await access(backups.folder, constants.W_OK);
      return null;
    } catch (error) {
      return `BACKUP_DIR: no backup can be written to ${backups.folder} (${reasonOf(error)}).`;
    }
  },
  ({ settings: { backups } }) =>
    backups.at && !backups.key ? "BACKUP_KEY is not set: backups are stored unencrypted." : null,
  ({ settings }) =>
    settings.demo && settings.secure
      ? "DEMO=1: the demo accounts, an administrator among them, have a published password and can sign in here."
      : null,
  async ({ pool, clock }) => {
    const sent = clock.now().getTime();
    const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now");
    const received = clock.now().getTime();
    const seconds = Math.round((rows[0]!.now.getTime() - (sent + received) / 2) / 1000);
    if (Math.abs(seconds) <= maxClockSeconds + (received - sent) / 1000) return null;
    return `The clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? "behind" : "ahead of"} the database's: synchronise it (NTP), or links and sign-ins end at the wrong time.`;
  },
  async ({ pool }) => {
    const { rows } = await pool.query("select rolsuper from pg_roles where rolname = current_user");
    return rows[0]?.rolsuper
      ? 'DATABASE_URL: its role is a superuser, which can change the audit log: see "Two roles" in docs/operating.md.'
      : null;
  },
  async ({ directUrl, settings }) =>
    settings.databaseUrl && (await isTransactionPooler(directUrl))
      ? `${directUrl === settings.databaseUrl ? "DATABASE_DIRECT_URL is not set, and DATABASE_URL" : "DATABASE_DIRECT_URL"} leads to a pooler in transaction mode: live updates and locks need a direct connection to PostgreSQL.`
      : null,
];

/**
 * Returns what is wrong with the surroundings of this process, such as the mail server or the bucket: one sentence for
 * each, which names the setting. A check that cannot be made says nothing; the app runs on in any case.
 */
export async function listStartProblems(ctx: AppContext): Promise<string[]> {
  const found = await Promise.all(checks.map(async (check) => check(ctx)).map((result) => result.catch(() => null)));
  return found.filter((problem) => problem !== null);
}
