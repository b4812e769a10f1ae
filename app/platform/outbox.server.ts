import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createId } from "./db/uuid.server.ts";

/** Local outbox of one kind of messages, kept as files and shown at /dev/mail while no provider is configured. */
export interface Outbox<Message> {
  /** Adds a message and returns the id of its file. */
  add(message: Message): Promise<string>;
  /** Returns the newest 50 messages, newest first, with the time of their addition in ISO 8601. */
  list(): Promise<(Message & { at: string })[]>;
}

/** Opens the outbox in a subfolder of `dataDir`. */
export function openOutbox<Message>(dataDir: string, name: "mail" | "phone"): Outbox<Message> {
  const folder = path.join(dataDir, name);
  return {
    async add(message) {
      await mkdir(folder, { recursive: true });
      const id = createId();
      const stored = JSON.stringify({ ...message, at: new Date().toISOString() }, null, 2);
      await writeFile(path.join(folder, `${id}.json`), stored, { mode: 0o600 });
      return id;
    },
    async list() {
      const names = await readdir(folder).catch(() => []);
      const stored = names.filter((file) => file.endsWith(".json")).sort();
      const newest = stored.slice(-50).reverse();
      return Promise.all(newest.map(async (file) => JSON.parse(await readFile(path.join(folder, file), "utf8"))));
    },
  };
}
