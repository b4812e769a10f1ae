declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  interface Client {
    setRequests(requests: { method?: string; path: string; headers: Record<string, string> }[]): void;
  }

  interface Options {
    url: string;
    connections: number;
    amount: number;
    sampleInt?: number;
    timeout?: number;
    overallRate?: number;
    ignoreCoordinatedOmission?: boolean;
    setupClient?: (client: Client) => void;
  }

  interface Result {
    "2xx": number;
    non2xx: number;
    errors: number;
    timeouts: number;
    latency: { p50: number; p99: number };
  }

  export default function autocannon(options: Options): EventEmitter & Promise<Result>;
}
