import { appendFileSync } from "node:fs";
import { startFakeCarriers } from "../../dev/fake-carriers.ts";

/**
 * Runs the fake carriers as a separate process that can be killed. Arguments: `PORT LEDGER`. Appends each message to
 * the ledger before responding; every seventh message is accepted without a response. Prints its URL once it listens.
 */
const [port = "0", ledger = ""] = process.argv.slice(2);
let requestCount = 0;
const gateway = await startFakeCarriers({
  appUrl: () => "",
  port: Number(port),
  onTaken: (message) => appendFileSync(ledger, `${JSON.stringify(message)}\n`),
});
gateway.treat(() => (++requestCount % 7 === 0 ? "takeAndBreak" : "take"));
process.stdout.write(`${gateway.url}\n`);
