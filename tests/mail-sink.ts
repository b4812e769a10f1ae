import { EventEmitter, once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { type CaughtEmail, readOutboxEmail } from "./emails.ts";

const timeoutMs = 15_000;

export interface OutboxEmail extends CaughtEmail {
  /** Time at which the e-mail was received (`performance.now()`). */
  at: number;
}

export interface MailSink {
  url: string;
  port: number;
  /** All received e-mails, oldest first. */
  emails: OutboxEmail[];
  /** Resolves with the next e-mail to this address that was not returned before. Throws after 15 seconds. */
  emailTo(address: string, fits?: (message: CaughtEmail) => boolean): Promise<CaughtEmail>;
  close(): Promise<void>;
}

/**
 * Starts an SMTP server that stores e-mails. With a given port it can be stopped and restarted at the same address.
 */
export async function openMailSink(onPort = 0): Promise<MailSink> {
  const emails: OutboxEmail[] = [];
  const asked = new Set<OutboxEmail>();
  const news = new EventEmitter();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    async onData(stream, session, done) {
      // A sender that was killed leaves an incomplete e-mail.
      const bytes = await buffer(stream).catch(() => null);
      if (bytes === null) return done(new Error("The e-mail was cut off."));
      const to = session.envelope.rcptTo.map(({ address }) => address);
      emails.push({ ...readOutboxEmail(bytes, to), at: performance.now() });
      done();
      news.emit("email");
    },
  });
  server.on("error", () => undefined);
  server.listen(onPort, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;

  async function emailTo(address: string, fits: (message: CaughtEmail) => boolean = () => true) {
    const signal = AbortSignal.timeout(timeoutMs);
    for (;;) {
      const message = emails.find((one) => !asked.has(one) && one.to.includes(address) && fits(one));
      if (message) {
        asked.add(message);
        return message;
      }
      await once(news, "email", { signal }).catch(() => {
        const others = emails.filter((one) => !asked.has(one)).map(({ to, subject }) => `${to}: ${subject}`);
        throw new Error(`No such e-mail came to ${address}. Those that came:\n${others.join("\n")}`);
      });
    }
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    emails,
    emailTo,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
