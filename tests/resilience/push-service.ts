import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import certificateForTests from "smtp-server/lib/tls-options.js";

export interface PushService {
  /** To be named in PUSH_HOSTS. */
  host: string;
  /** How many pushes it took. */
  taken(): number;
  /** From now on it says that it cannot (RFC 8030 §5), or that it can again. */
  fall(isDown: boolean): void;
  /** What a browser would hand over when push is switched on. */
  device: { endpoint: string; keys: { p256dh: string; auth: string } };
  close(): void;
}

/** A push service on this machine that takes everything (RFC 8030 §5). Its certificate is nobody's. */
export async function openPushService(): Promise<PushService> {
  let taken = 0;
  let isDown = false;
  const { key, cert } = certificateForTests();
  const server = createServer({ key: key as string, cert: cert as string }, (_asked, answer) => {
    if (!isDown) taken++;
    answer.writeHead(isDown ? 503 : 201).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  return {
    host,
    taken: () => taken,
    fall: (down) => {
      isDown = down;
    },
    device: {
      endpoint: `https://${host}/somebody`,
      keys: { p256dh: browser.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") },
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
