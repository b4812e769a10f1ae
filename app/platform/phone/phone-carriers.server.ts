import type { Logger } from "pino";
import { openOutbox } from "../outbox.server.ts";
import type { Settings } from "../settings.server.ts";
import type { Carrier, CarrierMessage, CarrierName } from "./carrier.server.ts";
import { createSms } from "./sms.server.ts";
import { createWhatsApp } from "./whatsapp.server.ts";

export type PhoneCarriers = Record<CarrierName, Carrier>;

/** Creates the carriers of phone messages: the configured providers, otherwise files for /dev/mail. */
export function createPhoneCarriers(settings: Settings, log: Logger): PhoneCarriers {
  const { whatsapp, sms, dataDir, publicUrl } = settings;
  return {
    whatsapp: whatsapp ? createWhatsApp(whatsapp) : createOutbox("whatsapp", dataDir, log),
    sms: sms ? createSms(sms, publicUrl) : createOutbox("sms", dataDir, log),
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
