import autocannon from "autocannon";
import { answerParent } from "./child-process.ts";
import { visitorHeaders } from "./visitors.ts";

export interface LoadOrder {
  url: string;
  paths: string[];
  connections: number;
  /** Number of requests. */
  amount: number;
  /** Maximum number of requests per second, divisible by the number of connections. Unlimited if omitted. */
  perSecond?: number;
}

export interface LoadResult {
  /** Number of responses with status 200. */
  good: number;
  /** Number of other responses, lost connections and timeouts. */
  bad: number;
  /** Seconds from the first request to the last response. */
  seconds: number;
  /** Latency in milliseconds. */
  p50: number;
  p99: number;
}

/** Generates load: each connection cycles through the pages of its own tags. */
answerParent(async () => ({
  async load({ url, paths, connections, amount, perSecond }: LoadOrder): Promise<LoadResult> {
    // Each connection sends an equal share of the requests: a slower connection would prolong the run and lower the
    // rate.
    if (perSecond && perSecond % connections > 0)
      throw new RangeError(`${perSecond} requests a second cannot be shared by ${connections} connections`);
    let connection = 0;
    const run = autocannon({
      url,
      connections,
      amount,
      sampleInt: 100,
      timeout: 20,
      ...(perSecond && { overallRate: perSecond, ignoreCoordinatedOmission: true }),
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
