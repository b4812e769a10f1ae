import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import closeWithGrace from "close-with-grace";
import type * as Handler from "./app/handler.ts";
import type { DatabaseRoles } from "./app/platform/db/connection/database.server.ts";
import { startEmbeddedPostgres } from "./app/platform/db/embedded/embedded-postgres.server.ts";
import { requirePrivateFolder } from "./app/platform/files/private-folder.server.ts";
import { requestTimeouts } from "./app/platform/http/limits/http-limits.server.ts";
import type { RequestInfo } from "./app/platform/http/request-info.server.ts";
import { openPhoneOutbox } from "./app/platform/phone/phone-carriers.server.ts";
import { readSettings, type Settings } from "./app/platform/settings.server.ts";

const root = import.meta.dirname;
const [command] = process.argv.slice(2);
const isDev = command === "--dev";
// Selects the production build of React and other libraries.
process.env.NODE_ENV ??= isDev ? "development" : "production";
// A full disk or closed pipe must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Closes everything opened so far. */
let close = async (): Promise<void> => undefined;

/** Returns the sentence that tells what to do about an error at startup; a failed statement is told by its reason. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  const reason = error.message.startsWith("Failed query") ? explain(error.cause) : error.message;
  if (reason === error.message) return reason;
  return /unsupported startup parameter/.test(reason)
    ? `The pooler at DATABASE_URL rejects a connection (${reason}): add it to ignore_startup_parameters of PgBouncer.`
    : `The database rejected a statement: ${reason}. See DATABASE_URL.`;
}

function exitWithError(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`);
  close()
    .catch(() => undefined)
    .finally(() => process.exit(1));
}

/** Returns the secret: from the environment, or generated once and stored in a file with mode 0600. */
async function loadSecret(settings: Settings): Promise<string> {
  if (settings.secret) return settings.secret;
  const file = path.join(settings.dataDir, "secret");
  await mkdir(settings.dataDir, { recursive: true });
  await writeFile(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" }).catch(() => undefined);
  return (await readFile(file, "utf8")).trim();
}

/** Returns the URLs of the configured database; both are the same unless two roles are set. */
function getConfiguredRoles({ databaseDirectUrl, databaseOwnerUrl }: Settings): DatabaseRoles {
  return { url: databaseDirectUrl as string, ownerUrl: databaseOwnerUrl as string };
}

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

/** Runs a command on the database, then exits. */
async function runOnDatabase(settings: Settings, work: (roles: DatabaseRoles) => Promise<string>) {
  const embedded = settings.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: settings.dataDir, print });
  close = async () => embedded?.stop();
  print(await work(embedded ?? getConfiguredRoles(settings)));
  await close();
  process.exit(0);
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
  const place = { root, mode: isDev ? "development" : "production" } as const;
  const carriers =
    isDev && !process.env.WHATSAPP_PHONE_ID && !process.env.TWILIO_ACCOUNT_SID ? await openFakeCarriers() : {};
  const settings = readSettings({ ...process.env, ...carriers }, place);
  if (command === "backup" || command === "restore") {
    requirePrivateFolder(settings.dataDir);
    const { runBackup, runRestore } = await import("./app/platform/db/backup/backup-commands.server.ts");
    return runOnDatabase(settings, (roles) =>
      command === "backup"
        ? runBackup(process.argv[3], roles, settings, new Date())
        : runRestore(process.argv.slice(3), roles, settings, new Date()),
    );
  }
  const vite = isDev ? await openVite() : null;
  const serverBuild = path.join(root, "build/server/index.js");
  if (!isDev && !existsSync(serverBuild)) {
    print("Building the app, once…");
    const { createBuilder } = await import("vite");
    await (await createBuilder({ root, logLevel: "error" })).buildApp();
  }
  const loadApp = () =>
    (vite ? vite.ssrLoadModule("./app/handler.ts") : import(serverBuild)) as Promise<typeof Handler>;
  const app = await loadApp();

  const isCommand = command === "admin" || command === "one-step" || command === "demo:remove";
  // Fails early instead of after a long migration.
  if (!isCommand) await requireFreePort("PORT", settings);
  if (!isCommand && settings.metrics) await requireFreePort("METRICS_PORT", settings.metrics);

  requirePrivateFolder(settings.dataDir);
  const embedded = settings.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: settings.dataDir, print });
  close = async () => embedded?.stop();
  const { url: directUrl, ownerUrl } = embedded ?? getConfiguredRoles(settings);
  const databaseUrl = settings.databaseUrl ?? directUrl;
  await app.runMigrations(ownerUrl, path.join(root, "migrations"), { appUrl: directUrl });

  const log = app.createLog(settings.log.level);
  const stopTracing = await app.startTracing(settings.traces);
  const ctx = await app.createAppContext(
    { ...settings, secret: await loadSecret(settings) },
    {
      databaseUrl,
      directUrl,
      ownerUrl,
      log,
      jobKinds: app.jobKinds,
      channels: app.channels,
      translator: app.getTranslator,
      quiet: isCommand || settings.role === "web",
    },
  );
  close = async () => {
    await ctx.close();
    await stopTracing();
    await embedded?.stop();
  };

  if (command === "demo:remove") {
    const removed = await app.removeDemo(ctx);
    print(removed ? `${removed} demo accounts and what they held are gone.` : "There are no demo accounts here.");
    if (removed) print("The store's products stay: change or deactivate them in the admin panel.");
    await close();
    process.exit(0);
  }
  if (isCommand) {
    const email = process.argv[3] ?? "";
    const done =
      command === "admin" ? await app.promoteByEmail(ctx, email) : await app.disableTwoFactorByEmail(ctx, email);
    if (command === "one-step")
      print(done ? `${email} now logs in with the password alone.` : `No account "${email}" uses two-factor sign-in.`);
    else
      print(
        done ? `${email} is now an administrator.` : `No account has the address "${email}". Sign up with it first.`,
      );
    await close();
    process.exit(done ? 0 : 1);
  }

  await app.checkCurrency(ctx);
  if (settings.role !== "web") await app.startWorkers(ctx, app.jobKinds);
  const accounts = settings.demo ? await app.seedDemo(ctx) : [];
  const demoLeft = settings.demo ? 0 : await app.countDemoAccounts(ctx);
  const stopOfflineFallback = settings.role === "worker" ? async () => undefined : app.startOfflineFallback(ctx);
  const stopMetrics = await app.startMetrics(ctx);
  close = async () => {
    stopMetrics();
    await stopOfflineFallback();
    await ctx.close();
    await stopTracing();
    await embedded?.stop();
  };

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
  // Not opened earlier: a proxy without health checks would pass requests to a process that cannot answer them yet.
  server.listen(settings.port, settings.host);
  await once(server, "listening");
  server.on("error", exitWithError);
  printReady();
  if (!vite && settings.role !== "worker")
    app.keepBuildFiles(ctx, path.join(root, "build/client")).catch((error) => {
      log.warn({ err: error }, "the files of this build are not kept for pages opened before the next one");
    });

  function printReady(): void {
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
  void app.listStartProblems(ctx).then((problems) => {
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
    await close();
  });
}

main().catch(exitWithError);
