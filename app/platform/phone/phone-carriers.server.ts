import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { newId } from "../db/uuid.server.ts";
import type { Settings } from "../settings.server.ts";
import type { Carrier, CarrierMessage, CarrierName } from "./carrier.server.ts";
import { createSms } from "./sms.server.ts";
import { createWhatsApp } from "./whatsapp.server.ts";

export type PhoneCarriers = Record<CarrierName, Carrier>;

/** Creates the carriers of phone messages: the configured providers, otherwise files for /dev/mail. */
export function createPhoneCarriers(settings: Settings, log: Logger): PhoneCarriers {
  const { whatsapp, sms, dataDir, publicUrl, phonePerSecond } = settings;
  return {
    whatsapp: withRateLimit(
      whatsapp ? createWhatsApp(whatsapp) : createOutbox("whatsapp", dataDir, log),
      phonePerSecond.whatsapp,
    ),
    sms: withRateLimit(sms ? createSms(sms, publicUrl) : createOutbox("sms", dataDir, log), phonePerSecond.sms),
  };
}

/** Limits a carrier to this many messages per second of this process, evenly spaced; 0 for no limit. */
export function withRateLimit(carrier: Carrier, perSecond: number): Carrier {
  if (perSecond === 0) return carrier;
  let freeAt = 0;
  return {
    ...carrier,
    async send(message) {
      const now = performance.now();
      const startAt = Math.max(now, freeAt);
      freeAt = startAt + 1000 / perSecond;
      if (startAt > now) await setTimeout(startAt - now);
      return carrier.send(message);
    },
  };
}

export interface OutboxPhoneMessage extends CarrierMessage {
  carrier: CarrierName;
  at: string;
}

const folderOf = (dataDir: string) => path.join(dataDir, "phone");

function createOutbox(name: CarrierName, dataDir: string, log: Logger): Carrier {
  return {
    name,
    kind: "outbox",
    async send(message) {
      const id = await addOutboxPhoneMessage(dataDir, { ...message, carrier: name, at: new Date().toISOString() });
      log.info({ carrier: name }, "phone message written to the local outbox");
      return { providerId: `outbox.${id}` };
    },
  };
}

/** Adds a message to the local outbox and returns its id there. */
export async function addOutboxPhoneMessage(dataDir: string, message: OutboxPhoneMessage): Promise<string> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true });
  const id = newId();
  await writeFile(path.join(folder, `${id}.json`), JSON.stringify(message, null, 2), { mode: 0o600 });
  return id;
}

/** Returns the phone messages of the local outbox, newest first. */
export async function listOutboxPhoneMessages(dataDir: string, max = 50): Promise<OutboxPhoneMessage[]> {
  const names = await readdir(folderOf(dataDir)).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .reverse()
    .slice(0, max);
  return Promise.all(
    newest.map(
      async (name) => JSON.parse(await readFile(path.join(folderOf(dataDir), name), "utf8")) as OutboxPhoneMessage,
    ),
  );
}
