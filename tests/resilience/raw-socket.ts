import { once } from "node:events";
import net from "node:net";

/** A connection as no browser would use it. */
export interface RawSocket {
  socket: net.Socket;
  /** Everything that came back. */
  said(): string;
  /** The status of each answer, in their order. */
  statuses(): number[];
  closed: Promise<void>;
}

/** Connects to the app without any client in between. */
export async function connectTo(url: string): Promise<RawSocket> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  let text = "";
  socket.on("data", (piece) => {
    text += piece.toString("latin1");
  });
  // Being thrown out is what is asked for here.
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => void socket.on("close", () => resolve()));
  await Promise.race([once(socket, "connect"), closed]);
  return {
    socket,
    closed,
    said: () => text,
    statuses: () => [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status)),
  };
}

/** Sends so many bytes, each piece made by `wrap`, until all are out or nobody takes them; gives how many went out. */
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
