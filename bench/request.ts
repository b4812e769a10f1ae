import { once } from "node:events";
import http from "node:http";
import { buffer } from "node:stream/consumers";

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The body, still compressed. */
  body: Buffer;
  /** Bytes of the whole answer with its head. */
  size: number;
}

/** Sends one GET with exactly these headers; `fetch` would replace some. */
export async function request(url: string, headers: Record<string, string>): Promise<Answer> {
  const asked = http.get(url, { headers, agent: false });
  const [answer] = (await once(asked, "response")) as [http.IncomingMessage];
  const body = await buffer(answer);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body, size: answer.socket.bytesRead };
}
