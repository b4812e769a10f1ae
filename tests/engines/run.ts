import { getTranslator } from "#app/locales/words.server.ts";
import { languages } from "#app/platform/i18n/language.ts";
import { dataDirVariable } from "../e2e/data-dir.setup.ts";
import { startDemoApp } from "../e2e/demo-app.ts";
import { makeFilledDataDir } from "../resilience/filled-data-dir.ts";
import type { Engine } from "./engine.ts";
import { openFaultProxy } from "./fault-proxy.ts";
import { openFirefox } from "./firefox.ts";
import { ensureEngines } from "./installed.ts";
import { journeys, newOwner } from "./journeys.ts";
import { Person } from "./person.ts";
import { openWebKit } from "./webkit.ts";

// Leaves neither browsers nor servers behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
const print = (line: string) => process.stdout.write(`${line}\n`);
const wanted = process.argv.slice(2);
const tally = { passed: 0, failed: 0 };

/** Takes all journeys in both languages in one browser. */
async function runIn(open: () => Promise<Engine>): Promise<void> {
  const filled = await startDemo();
  const engine = await open();
  for (const language of languages) {
    const t = getTranslator(language);
    const owner = newOwner(`${engine.name} ${language}`);
    for (const [name, journey] of journeys) {
      if (wanted.length > 0 && !wanted.some((word) => `${engine.name} ${language} ${name}`.includes(word))) continue;
      const person = new Person(engine, filled.proxy.url);
      const started = performance.now();
      const faults: string[] = [];
      try {
        await engine.takeErrors();
        await journey({ person, language, t, owner, ...filled });
      } catch (error) {
        faults.push(error instanceof Error ? error.message : String(error));
      }
      filled.proxy.clear();
      faults.push(...(await person.takeFaults()), ...filled.app.takeErrors());
      tally[faults.length > 0 ? "failed" : "passed"] += 1;
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      print(`${faults.length > 0 ? "✗" : "✓"} ${engine.name}, ${language}: ${name} (${seconds} s)`);
      for (const fault of faults) print(`    ${fault}`);
    }
  }
  await engine.close();
  await filled.stop();
}

/** Starts the app with demo data behind a proxy that can fail. */
async function startDemo() {
  let port = "";
  const proxy = await openFaultProxy(() => new URL(`http://127.0.0.1:${port}`));
  const app = await startDemoApp({ PUBLIC_URL: proxy.url });
  ({ port } = new URL(app.url));
  return {
    app,
    proxy,
    async stop() {
      await app.stop();
      await proxy.close();
    },
  };
}

const { firefox, webkit, missing } = await ensureEngines();
if (missing) print(missing);
if (missing && process.env.CI) tally.failed += 1;
if (firefox || webkit) {
  const { address, remove } = await makeFilledDataDir();
  process.env[dataDirVariable] = address;
  // Each has an app of its own, whose limits and live events are then its own.
  const runs = [
    ...(firefox ? [runIn(() => openFirefox(firefox))] : []),
    ...(webkit ? [runIn(() => openWebKit(webkit))] : []),
  ];
  for (const { status, ...rest } of await Promise.allSettled(runs))
    if (status === "rejected") {
      tally.failed += 1;
      print(String((rest as PromiseRejectedResult).reason?.stack ?? "a browser could not be used"));
    }
  await remove();
}
print(`\n${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed > 0 ? 1 : 0);
