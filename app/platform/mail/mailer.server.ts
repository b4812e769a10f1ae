import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { newId } from "../db/uuid.server.ts";
import { withSpan } from "../tracing/tracing.server.ts";

export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Identifies the e-mail: it becomes the Message-ID, so that a repeated delivery can be recognised. */
  key?: string;
  /** Reply address, if not the sender. */
  replyTo?: string;
  headers?: Record<string, string>;
}

export interface Mailer {
  kind: "smtp" | "outbox";
  send(message: Email): Promise<void>;
  close(): void;
}

interface MailSettings {
  smtpUrl: string | undefined;
  mailFrom: string;
  publicUrl: string;
  dataDir: string;
  /** How many e-mails this process sends at once, and how many a second at most; 0 for as many as the server takes. */
  workers: { email: number };
  emailsPerSecond: number;
}

/** The mail server took no e-mail. `isRefused`: it never will (a 5xx answer, RFC 5321 §4.2.1), as for a mailbox that is gone. */
export class EmailError extends Error {
  readonly isRefused: boolean;
  constructor(reason: string, isRefused: boolean) {
    super(`The mail server did not take the e-mail: ${reason}`);
    this.isRefused = isRefused;
  }
}

/** Opens the mailer: sends by SMTP when set, else stores e-mails as files for /dev/mail. */
export function createMailer(settings: MailSettings, log: Logger): Mailer {
  return settings.smtpUrl ? smtp(settings, settings.smtpUrl) : outbox(settings, log);
}

/** An error with Nodemailer's code and the server's (RFC 5321 §4.2). */
interface SmtpError {
  code: string;
  responseCode?: number;
}

function smtp(settings: MailSettings, url: string): Mailer {
  const { workers, emailsPerSecond } = settings;
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // Below the time after which a job counts as lost and is tried again.
    socketTimeout: 50_000,
    // Connections stay open for the next e-mail: opening one costs more than an e-mail. A failure is the job's to repeat.
    ...{ pool: true, maxRequeues: 0, idleTimeout: 10_000 },
    // The limit of a second counts from the first answer on: no more connections than it allows e-mails.
    maxConnections: emailsPerSecond > 0 ? Math.min(workers.email, emailsPerSecond) : workers.email,
    ...(emailsPerSecond > 0 && { rateLimit: emailsPerSecond, rateDelta: 1_000 }),
  } as object);
  const host = new URL(settings.publicUrl).hostname;
  return {
    kind: "smtp",
    async send({ key, ...email }) {
      const message = { from: settings.mailFrom, ...email, ...(key ? { messageId: `<${key}@${host}>` } : {}) };
      const sending = withSpan("send email", { kind: "client" }, () => transport.sendMail(message));
      await sending.catch(({ code, responseCode }: SmtpError) => {
        // The server's message contains the recipient and would end up in the log and the failed job.
        throw new EmailError(
          [code, responseCode].filter(Boolean).join(" "),
          code === "EENVELOPE" && Number(responseCode) >= 500,
        );
      });
    },
    close: () => transport.close(),
  };
}

export interface OutboxEmail extends Email {
  id: string;
  at: string;
}

const folderOf = (dataDir: string) => path.join(dataDir, "mail");

function outbox(settings: MailSettings, log: Logger): Mailer {
  return {
    kind: "outbox",
    async send(email) {
      const folder = folderOf(settings.dataDir);
      await mkdir(folder, { recursive: true });
      const stored: OutboxEmail = { ...email, id: newId(), at: new Date().toISOString() };
      await writeFile(path.join(folder, `${stored.id}.json`), JSON.stringify(stored, null, 2), { mode: 0o600 });
      const link = /https?:\/\/\S+/.exec(email.text)?.[0];
      log.info({ link }, "an e-mail waits in the local outbox");
    },
    close: () => undefined,
  };
}

/** Lists the e-mails of the local outbox, newest first. */
export async function listOutboxEmails(dataDir: string, most = 50): Promise<OutboxEmail[]> {
  const names = await readdir(folderOf(dataDir)).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .reverse()
    .slice(0, most);
  return Promise.all(
    newest.map(async (name) => JSON.parse(await readFile(path.join(folderOf(dataDir), name), "utf8")) as OutboxEmail),
  );
}
