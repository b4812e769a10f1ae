import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { openOutbox } from "../outbox.server.ts";
import { withSpan } from "../tracing/tracing.server.ts";

export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Unique key, used as the Message-ID, so that a repeated delivery can be recognised. */
  key?: string;
  /** Reply address, if different from the sender. */
  replyTo?: string;
  headers?: Record<string, string>;
}

export interface Mailer {
  kind: "smtp" | "outbox";
  send(message: Email): Promise<void>;
  /** Connects and logs in; returns why the mail server does not accept us, or null. */
  findProblem(): Promise<string | null>;
  close(): void;
}

interface MailSettings {
  smtpUrl: string | undefined;
  mailFrom: string;
  publicUrl: string;
  dataDir: string;
}

/**
 * Thrown when the mail server does not accept an e-mail. `isRefused` means that it never will (5xx reply, RFC 5321
 * §4.2.1), for example because the mailbox no longer exists.
 */
export class EmailError extends Error {
  readonly isRefused: boolean;
  constructor(reason: string, isRefused: boolean) {
    super(`The mail server did not take the e-mail: ${reason}`);
    this.isRefused = isRefused;
  }
}

/** Creates the mailer: sends by SMTP if configured, otherwise stores e-mails as files for /dev/mail. */
export function createMailer(settings: MailSettings, log: Logger): Mailer {
  return settings.smtpUrl ? smtp(settings, settings.smtpUrl) : outbox(settings, log);
}

/** Error with Nodemailer's code and the server's reply code (RFC 5321 §4.2). */
interface SmtpError {
  code: string;
  responseCode?: number;
}

/** Number of e-mails that one process sends concurrently: it waits for the mail server most of the time. */
export const maxConnections = 4;

function smtp(settings: MailSettings, url: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // Shorter than the time after which a job is considered lost and retried.
    socketTimeout: 50_000,
    // Connections are reused, because opening one costs more than sending an e-mail. Failures are retried by the job.
    ...{ pool: true, maxRequeues: 0, idleTimeout: 10_000 },
    // Query parameters of the URL replace it, and can add `rateLimit`.
    maxConnections,
  } as object);
  const host = new URL(settings.publicUrl).hostname;
  return {
    kind: "smtp",
    async send({ key, ...email }) {
      const message = {
        from: settings.mailFrom,
        ...email,
        // RFC 3834: vacation responders do not answer.
        headers: { "Auto-Submitted": "auto-generated", ...email.headers },
        ...(key ? { messageId: `<${key}@${host}>` } : {}),
      };
      const sending = withSpan("send email", { kind: "client" }, () => transport.sendMail(message));
      await sending.catch(({ code, responseCode }: SmtpError) => {
        // The server's message contains the recipient and would end up in the log and the failed job.
        throw new EmailError(
          [code, responseCode].filter(Boolean).join(" "),
          code === "EENVELOPE" && Number(responseCode) >= 500,
        );
      });
    },
    async findProblem() {
      // A connection of its own, so that those in use are not disturbed.
      const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
      const probe = createTransport({ url, ...patience } as object);
      try {
        await probe.verify();
        return null;
      } catch (error) {
        const { code, responseCode } = error as SmtpError;
        return [code, responseCode].filter(Boolean).join(" ") || "no answer";
      } finally {
        probe.close();
      }
    },
    close: () => transport.close(),
  };
}

/** Opens the local outbox of e-mails. */
export const openMailOutbox = (dataDir: string) => openOutbox<Email>(dataDir, "mail");

function outbox({ dataDir }: MailSettings, log: Logger): Mailer {
  return {
    kind: "outbox",
    async send(email) {
      const file = await openMailOutbox(dataDir).add(email);
      // Never a link: whoever reads the log could use it. Developers find it at /dev/mail.
      log.info({ file }, "e-mail written to the local outbox");
    },
    findProblem: async () => null,
    close: () => undefined,
  };
}
