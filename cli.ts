import { runBackup, runRestore } from "./app/platform/backup/backup-commands.server.ts";
import { readSettings, type Settings } from "./app/platform/settings.server.ts";
import { closeAll, exitWithError, loadBuiltApp, openApp, openDatabase, print, root } from "./open-app.ts";

// Selects the production build of React and other libraries.
process.env.NODE_ENV ??= "production";

/** A command: prints what it did and returns whether it did it. */
type Command = (settings: Settings, words: string[]) => Promise<boolean>;

async function openQuietApp(settings: Settings) {
  const app = await loadBuiltApp();
  const { ctx } = await openApp(app, settings, await openDatabase(settings), { isQuiet: true });
  return { app, ctx };
}

const commands: Record<string, Command> = {
  async backup(settings, [file]) {
    print(await runBackup(file, await openDatabase(settings), settings, new Date()));
    return true;
  },
  async restore(settings, words) {
    print(await runRestore(words, await openDatabase(settings), settings));
    return true;
  },
  async admin(settings, [email = ""]) {
    const { app, ctx } = await openQuietApp(settings);
    const isDone = await app.promoteByEmail(ctx, email);
    print(
      isDone ? `${email} is now an administrator.` : `No account has the address "${email}". Sign up with it first.`,
    );
    return isDone;
  },
  async "disable-two-factor"(settings, [email = ""]) {
    const { app, ctx } = await openQuietApp(settings);
    const isDone = await app.disableTwoFactorByEmail(ctx, email);
    print(isDone ? `${email} now logs in with the password alone.` : `No account "${email}" uses two-factor sign-in.`);
    return isDone;
  },
  async "demo:remove"(settings) {
    const { app, ctx } = await openQuietApp(settings);
    const removed = await app.removeDemo(ctx);
    print(removed ? `${removed} demo accounts and what they held are gone.` : "There are no demo accounts here.");
    if (removed) print("The store's products stay: change or deactivate them in the admin panel.");
    return true;
  },
};

async function main() {
  const [name = "", ...words] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(`Commands: ${Object.keys(commands).join(", ")}`);
  const isDone = await command(readSettings(process.env, { root, mode: "production" }), words);
  await closeAll();
  process.exit(isDone ? 0 : 1);
}

main().catch(exitWithError);
