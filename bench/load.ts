import autocannon from "autocannon";
import { answerParent } from "./child-process.ts";
import { visitorHeaders } from "./visitors.ts";

export interface LoadOrder {
  url: string;
  paths: string[];
  connections: number;
  /** How many requests in all; the load ends with the answer to the last one. */
  amount: number;
}

export interface LoadResult {
  /** Answers with status 200. */
  good: number;
  /** Other answers, broken connections and timeouts. */
  bad: number;
  /** From the first request to the last answer. */
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** Phones that open tags' pages, as many at once as there are connections; each connection goes round its own tags. */
answerParent(async () => ({
  async load({ url, paths, connections, amount }: LoadOrder): Promise<LoadResult> {
    let connection = 0;
    const run = autocannon({
      url,
      connections,
      amount,
      sampleInt: 100,
      timeout: 20,
      setupClient(client) {
        const first = connection++;
        const own = paths.map((path, at) => ({ path, headers: visitorHeaders(at) }));
        client.setRequests(own.filter((_, at) => at % connections === first));
      },
    });
    const began = performance.now();
    let last = began;
    run.on("response", () => {
      last = performance.now();
    });
    const result = await run;
    return {
      good: result["2xx"],
      bad: result.non2xx + result.errors + result.timeouts,
      seconds: (last - began) / 1000,
      p50: result.latency.p50,
      p99: result.latency.p99,
    };
  },
  close: async () => undefined,
}));
