import autocannon from "autocannon";
import { answerParent } from "./child-process.ts";
import { visitorHeaders } from "./visitors.ts";

export interface LoadOrder {
  url: string;
  paths: string[];
  connections: number;
  /** Number of requests. */
  amount: number;
  /** At most so many requests a second, as many whole ones for each connection; without it as many as are answered. */
  perSecond?: number;
}

export interface LoadResult {
  /** Number of answers with status 200. */
  good: number;
  /** Number of other answers, lost connections and timeouts. */
  bad: number;
  /** Seconds from the first request to the last answer. */
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** Generates load: each connection opens its own tags' pages in turn. */
answerParent(async () => ({
  async load({ url, paths, connections, amount, perSecond }: LoadOrder): Promise<LoadResult> {
    // Each connection has its share of the amount: a slower one would make the run longer and the rate lower.
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
