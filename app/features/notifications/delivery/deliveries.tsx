import type { PhoneDelivery } from "#app/features/phone/phone-messages.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Chip } from "#app/platform/ui/chip.tsx";
import type { Channel, DeliveryState } from "../notifications.rules.ts";

interface Delivery {
  channel: Channel;
  state: DeliveryState;
  reason: string | null;
  /** For the phone channel: the state at each carrier. */
  carriers: PhoneDelivery[];
}

const tones = { waiting: "sun", sent: "sun", delivered: "ok", read: "ok", failed: "lost", off: "plain" } as const;
const knownReasons = [
  "preference",
  "noDevice",
  "plan",
  "many",
  "dayLimit",
  "quiet",
  "noEmail",
  "noPhone",
  "unreachable",
  "bounced",
  "refused",
] as const;

/** State of a message on one channel or carrier. */
export interface DeliveryLine {
  name: Channel | PhoneDelivery["carrier"];
  state: DeliveryState | PhoneDelivery["state"];
  reason: string | null;
}

/** Returns one line per carrier tried for the phone channel, and one for every other channel. */
export function linesOf({ channel, state, reason, carriers }: Delivery): DeliveryLine[] {
  if (carriers.length === 0) return [{ name: channel, state, reason }];
  return carriers.map((one) => ({ name: one.carrier, state: one.state, reason: null }));
}

/** Badges that show for each channel whether the notification was delivered, is waiting, failed or is off, and why. */
export function Deliveries({ deliveries }: { deliveries: Delivery[] }) {
  const t = useT();
  if (deliveries.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {deliveries.flatMap(linesOf).map(({ name, state, reason }) => {
        const why = knownReasons.find((one) => one === reason);
        return (
          <li key={name}>
            <Chip tone={tones[state]}>
              {t("notifications.deliveryLine", {
                channel: t(`notifications.channels.${name}`),
                state: t(`notifications.states.${state}`),
              })}
              {why ? <span className="font-normal"> ({t(`notifications.reasons.${why}`)})</span> : null}
            </Chip>
          </li>
        );
      })}
    </ul>
  );
}
