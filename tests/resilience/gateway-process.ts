import { appendFileSync } from "node:fs";
import { startFakeCarriers } from "../../dev/fake-carriers.ts";

/**
 * The carriers as a process of their own, to be killed: `PORT LEDGER`. What is taken stands in the ledger before it is
 * answered; every seventh message is taken without an answer. Writes its address once it listens.
 */
const [port = "0", ledger = ""] = process.argv.slice(2);
let asked = 0;
const gateway = await startFakeCarriers({
  appUrl: () => "",
  port: Number(port),
  onTaken: (message) => appendFileSync(ledger, `${JSON.stringify(message)}\n`),
});
gateway.treat(() => (++asked % 7 === 0 ? "takeAndBreak" : "take"));
process.stdout.write(`${gateway.url}\n`);
