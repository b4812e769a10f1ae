import { once } from "node:events";
import net from "node:net";

/** A raw connection for requests that no browser would send. */
export interface RawSocket {
  socket: net.Socket;
  /** Everything received. */
  received(): string;
  /** Status codes of the responses in order. */
  statuses(): number[];
  closed: Promise<void>;
}

/** Connects to the app without an HTTP client. */
export async function connectTo(url: string): Promise<RawSocket> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  let text = "";
  socket.on("data", (piece) => {
    text += piece.toString("latin1");
  });
  // Being disconnected is expected.
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => void socket.on("close", () => resolve()));
  await Promise.race([once(socket, "connect"), closed]);
  return {
    socket,
    closed,
    received: () => text,
    statuses: () => [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status)),
  };
}

/**
 * Sends this many bytes, each chunk encoded by `wrap`, until all are sent or the connection closes. Returns the number
 * of bytes sent.
 */
export async function writeBytes(
  { socket, closed }: RawSocket,
  bytes: number,
  wrap = (piece: Buffer) => piece,
): Promise<number> {
  const piece = wrap(Buffer.alloc(64 * 1024, "a"));
  let sent = 0;
  while (sent < bytes && !socket.destroyed) {
    sent += 64 * 1024;
    if (!socket.write(piece)) await Promise.race([once(socket, "drain").catch(() => undefined), closed]);
  }
  return sent;
}
