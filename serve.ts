import { once } from "node:events";
import http from "node:http";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import closeWithGrace from "close-with-grace";
import type { RequestInfo } from "./app/platform/http/request-info.server.ts";
import { requestTimeouts, stalledTimeout } from "./app/platform/http/server/http-limits.server.ts";
import { openPhoneOutbox } from "./app/platform/phone/phone-carriers.server.ts";
import { readSettings } from "./app/platform/settings.server.ts";
import type * as ServerEntry from "./app/server-entry.ts";
import { closeAll, closeLater, exitWithError, loadBuiltApp, openApp, openDatabase, print, root } from "./open-app.ts";

const [option] = process.argv.slice(2);
const isDev = option === "--dev";
// Selects the production build of React and other libraries.
process.env.NODE_ENV ??= isDev ? "development" : "production";

/** Throws if a port cannot be opened; the message names its setting. */
async function requireFreePort(setting: string, { port, host }: { port: number; host: string }): Promise<void> {
  const server = http.createServer().listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new Error(`${setting}: ${(error as Error).message}`, { cause: error });
  }
  server.close();
  await once(server, "close");
}

/** Stops the process when npm exits, because the shell between them does not forward signals. */
function endWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 250).unref();
}

async function openVite() {
  const { createServer } = await import("vite");
  return createServer({ root, server: { middlewareMode: true } });
}

/**
 * Starts fake WhatsApp and SMS services for development: their messages appear at /dev/mail and are reported as
 * delivered. Returns the environment variables that point to them.
 */
async function openFakeCarriers(): Promise<Record<string, string>> {
  const { startFakeCarriers } = await import("./dev/fake-carriers.ts");
  const { publicUrl, dataDir } = readSettings(process.env, { root, mode: "development" });
  const fake = await startFakeCarriers({
    appUrl: () => publicUrl,
    receipts: true,
    onTaken: ({ carrier, id, to, language, template, params, text }) =>
      openPhoneOutbox(dataDir).add({
        ...{ id, to, text, carrier, language: language === "en" ? "en" : "ar" },
        template: template ? { name: template, params } : null,
      }),
  });
  return fake.env;
}

async function main() {
  if (option && !isDev) throw new Error(`server.ts only serves. Commands: node cli.ts ${option} …`);
  const isReal = !isDev || process.env.WHATSAPP_PHONE_ID || process.env.TWILIO_ACCOUNT_SID;
  const settings = readSettings(
    { ...process.env, ...(isReal ? {} : await openFakeCarriers()) },
    { root, mode: isDev ? "development" : "production" },
  );
  // Fails early instead of after a long migration.
  await requireFreePort("PORT", settings);
  if (settings.metrics) await requireFreePort("METRICS_PORT", settings.metrics);
  const vite = isDev ? await openVite() : null;
  const loadApp = () =>
    vite ? (vite.ssrLoadModule("./app/server-entry.ts") as Promise<typeof ServerEntry>) : loadBuiltApp();
  // The database starts in a process of its own, while this one loads the app.
  const starting = Promise.withResolvers<void>();
  const database = openDatabase(settings, starting.resolve);
  await Promise.race([starting.promise, database]);
  const app = await loadApp();
  const { ctx, log, embedded, opening } = await openApp(app, settings, await database, {
    isQuiet: settings.role === "web",
    canWait: settings.role !== "worker",
  });

  async function startWork() {
    if (settings.role !== "web") await app.startWorkers(ctx, app.jobKinds);
    const accounts = settings.demo ? await app.seedDemo(ctx) : [];
    const demoLeft = settings.demo ? 0 : await app.countDemoAccounts(ctx);
    if (settings.role !== "worker") closeLater(app.startOfflineFallback(ctx));
    return { accounts, demoLeft };
  }
  const started = opening ? null : await startWork();
  closeLater(await app.startMetrics(ctx));

  let ready = true;
  const pages = vite
    ? async (request: Request, info: RequestInfo) => (await loadApp()).createHandler(ctx)(request, info)
    : app.createHandler(ctx);
  const serverApp = app.createServerApp({
    ctx,
    handle:
      settings.role === "worker"
        ? async () => new Response("This process serves no pages (ROLE=worker)\n", { status: 404 })
        : pages,
    isReady: () => ready,
    ...(vite ? {} : { clientDir: path.relative(process.cwd(), path.join(root, "build/client")) }),
  });
  const appListener = getRequestListener(serverApp.fetch, { hostname: settings.host });
  const server = http.createServer(
    { ...requestTimeouts },
    vite
      ? (request, response) => vite.middlewares(request, response, () => appListener(request, response))
      : appListener,
  );
  server.setTimeout(stalledTimeout);
  // Not opened earlier: a proxy without health checks would pass requests to a process that cannot answer them yet.
  server.listen(settings.port, settings.host);
  await once(server, "listening");
  server.on("error", exitWithError);
  if (started) printReady(started);
  else {
    print(
      "\n  Warning:         the database cannot be reached. Finders are served from the last known pages until it answers.",
    );
    opening?.then(startWork).then(printReady).catch(exitWithError);
  }
  if (!vite && settings.role !== "worker")
    app.keepBuildFiles(ctx, path.join(root, "build/client")).catch((error) => {
      log.warn({ err: error }, "the files of this build are not kept for pages opened before the next one");
    });

  function printReady({ accounts, demoLeft }: Awaited<ReturnType<typeof startWork>>): void {
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : settings.port;
    print(`\n  Aleef is ready:  ${settings.role === "worker" ? "jobs only (ROLE=worker)" : settings.publicUrl}`);
    if (new URL(settings.publicUrl).port !== String(port)) print(`  Listening:       ${settings.host}, port ${port}`);
    print(
      `  Data:            ${embedded ? embedded.folder : "the database at DATABASE_URL"}, files in ${settings.s3 ? `the bucket ${settings.s3.bucket}` : settings.dataDir}`,
    );
    if (embedded?.note) print(`                   ${embedded.note}`);
    if (ctx.mail.kind === "outbox")
      print(`  E-mails:         ${isDev ? "/dev/mail" : path.join(settings.dataDir, "mail")} (no SMTP_URL is set)`);
    if (ctx.mail.kind === "outbox" && settings.secure) {
      print("  Warning:         no e-mail is sent to anybody, because SMTP_URL is not set.");
      log.error("no e-mail is sent to anybody, because SMTP_URL is not set");
    }
    if (demoLeft)
      print(
        `  Warning:         ${demoLeft} demo accounts are disabled but still stored. "npm run demo:remove" erases their data.`,
      );
    for (const account of accounts)
      print(`  Demo account:    ${account.email}  ${account.password}  (${account.about})`);
    print("");
  }

  // Not awaited: a mail server that does not answer must not delay anybody.
  void Promise.resolve(opening)
    .then(() => app.listStartProblems(ctx))
    .then((problems) => {
      for (const problem of problems) {
        print(`  Warning:         ${problem}`);
        log.warn({ problem }, "something is wrong with this process's surroundings");
      }
    });

  endWithNpm();
  // Vite's handlers would end the process before the database is stopped.
  if (vite) process.removeAllListeners("SIGTERM");
  const { drainSeconds } = settings;
  closeWithGrace({ delay: (10 + drainSeconds) * 1000 }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, "uncaught error");
    ready = false;
    // Load balancers keep sending requests until their next check of `/readyz`.
    if (signal === "SIGTERM") await pause(drainSeconds * 1000);
    const drained = new Promise<void>((resolve) => server.close(() => resolve()));
    app.endStreams();
    // Closes keep-alive connections as soon as they are idle.
    const idleTimer = setInterval(() => server.closeIdleConnections(), 50);
    await drained;
    clearInterval(idleTimer);
    await vite?.close();
    await closeAll();
  });
}

main().catch(exitWithError);
