import { spawnSync } from "node:child_process";
import { readdir, rm } from "node:fs/promises";

// `npm run migration <name>`: writes the migration of the changed tables. Of drizzle-kit's snapshots only the newest is
// kept, because later ones are compared with it alone.

const [name] = process.argv.slice(2);
if (!name) throw new Error("Say what the migration is about: npm run migration tattoo");
const { status } = spawnSync("drizzle-kit", ["generate", "--name", name], { stdio: "inherit" });
if (status === 0) {
  const snapshots = (await readdir("migrations/meta")).filter((file) => file.endsWith("_snapshot.json")).sort();
  for (const file of snapshots.slice(0, -1)) await rm(`migrations/meta/${file}`);
  process.stdout.write("Read the migration before you commit it; restart `npm run dev` to apply it.\n");
}
process.exitCode = status ?? 1;
