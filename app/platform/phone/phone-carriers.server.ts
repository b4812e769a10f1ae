import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { openOutbox } from "../outbox.server.ts";
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

interface OutboxMessage extends CarrierMessage {
  carrier: CarrierName;
}

/** Opens the local outbox of phone messages. */
export const openPhoneOutbox = (dataDir: string) => openOutbox<OutboxMessage>(dataDir, "phone");

function createOutbox(name: CarrierName, dataDir: string, log: Logger): Carrier {
  return {
    name,
    kind: "outbox",
    async send(message) {
      const id = await openPhoneOutbox(dataDir).add({ ...message, carrier: name });
      log.info({ carrier: name }, "phone message written to the local outbox");
      return { providerId: `outbox.${id}` };
    },
  };
}
