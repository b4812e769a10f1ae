import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import certificateForTests from "smtp-server/lib/tls-options.js";

export interface PushService {
  /** Value for PUSH_HOSTS. */
  host: string;
  /** Number of accepted pushes. */
  taken(): number;
  /** Makes the service respond with 503, or accept pushes again. */
  setDown(isDown: boolean): void;
  /** Subscription as a browser would send it. */
  device: { endpoint: string; keys: { p256dh: string; auth: string } };
  close(): void;
}

/** Starts a local push service that accepts everything (RFC 8030 §5), with a self-signed certificate. */
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
    setDown: (down) => {
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
