import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

export interface FaultProxy {
  url: string;
  /**
   * Answers the next `times` requests whose path matches with this status, as a proxy in front of the app does; 0 breaks
   * the connection.
   */
  answer(path: RegExp, status: number, times?: number): void;
  /** Returns the method and path of the requests that got no answer from the app since the last call. */
  takeRefused(): string[];
  /** Ends the faults: everything is forwarded again. */
  clear(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of the app at `target`, which can be set afterwards. */
export async function openFaultProxy(target: () => URL): Promise<FaultProxy> {
  let refused: string[] = [];
  let faults: { path: RegExp; status: number; times: number }[] = [];
  // Each visitor has an address of their own, so that the limits per network do not end the journeys.
  let visitor = 0;
  const server = http.createServer((request, response) => {
    const fault = faults.find(({ path, times }) => times > 0 && path.test(request.url ?? ""));
    if (fault) {
      fault.times -= 1;
      refused.push(`${request.method} ${request.url}`);
      if (fault.status === 0) {
        request.destroy();
        return;
      }
      response.writeHead(fault.status, { "content-type": "text/html" }).end("<h1>Proxy error</h1>");
      return;
    }
    const { hostname, port } = target();
    visitor += 1;
    const headers = { ...request.headers, "x-forwarded-for": `10.9.${(visitor >> 8) & 255}.${visitor & 255}` };
    const forwarded = http.request({ hostname, port, method: request.method, path: request.url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    response.on("close", () => forwarded.destroy());
    request.pipe(forwarded);
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    answer: (path, status, times = Number.POSITIVE_INFINITY) => faults.push({ path, status, times }),
    takeRefused() {
      const taken = refused;
      refused = [];
      return taken;
    },
    clear() {
      faults = [];
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
