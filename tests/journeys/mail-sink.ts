import { EventEmitter, once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { type CaughtLetter, readLetter } from "./letters.ts";

const patience = 15_000;

export interface MailSink {
  url: string;
  /** The next letter to this address that nobody asked for before; waits until it comes. */
  letterTo(address: string, fits?: (letter: CaughtLetter) => boolean): Promise<CaughtLetter>;
  close(): Promise<void>;
}

/** A real mail server that keeps what it is given. */
export async function openMailSink(): Promise<MailSink> {
  const kept: CaughtLetter[] = [];
  const news = new EventEmitter();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    async onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      kept.push(readLetter(await buffer(stream), to));
      done();
      news.emit("letter");
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;

  async function letterTo(address: string, fits: (letter: CaughtLetter) => boolean = () => true) {
    const signal = AbortSignal.timeout(patience);
    for (;;) {
      const at = kept.findIndex((letter) => letter.to.includes(address) && fits(letter));
      const [letter] = at === -1 ? [] : kept.splice(at, 1);
      if (letter) return letter;
      await once(news, "letter", { signal }).catch(() => {
        const others = kept.map(({ to, subject }) => `${to}: ${subject}`).join("\n");
        throw new Error(`No such letter came to ${address}. Those that came:\n${others}`);
      });
    }
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    letterTo,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
