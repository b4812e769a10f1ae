import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface KeptMail {
  to: string;
  /** Without its angle brackets and host: the key that the product gave to the letter. */
  key: string;
  /** When the whole letter had been taken; milliseconds of `performance.now()`. */
  at: number;
}

export interface MailSink {
  url: string;
  port: number;
  mails: KeptMail[];
  close(): Promise<void>;
}

/** A real mail server on a chosen port, so that a test can take it away and bring it back. */
export async function openMailSink(onPort = 0): Promise<MailSink> {
  const mails: KeptMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    async onData(stream, session, done) {
      // A sender that is killed leaves half a letter.
      const letter = await text(stream).catch(() => null);
      if (letter === null) return done(new Error("The letter was cut off."));
      const key = /^message-id:\s*<([^@>]+)/im.exec(letter)?.[1] ?? "";
      const to = session.envelope.rcptTo.map(({ address }) => address).join(", ");
      mails.push({ to, key, at: performance.now() });
      done();
    },
  });
  server.on("error", () => undefined);
  server.listen(onPort, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((closed) => server.close(() => closed()));
  return { url: `smtp://127.0.0.1:${port}`, port, mails, close };
}
