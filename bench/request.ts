import { once } from "node:events";
import http from "node:http";
import { buffer } from "node:stream/consumers";

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The body, still compressed. */
  body: Buffer;
  /** Size of the whole response in bytes, including its headers. */
  size: number;
}

/** Sends a GET request with exactly these headers; `fetch` would replace some of them. */
export async function request(url: string, headers: Record<string, string>): Promise<Answer> {
  const clientRequest = http.get(url, { headers, agent: false });
  const [response] = (await once(clientRequest, "response")) as [http.IncomingMessage];
  const body = await buffer(response);
  return { status: response.statusCode ?? 0, headers: response.headers, body, size: response.socket.bytesRead };
}
