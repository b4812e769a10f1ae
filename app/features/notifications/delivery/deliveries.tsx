import { useTranslation } from "react-i18next";
import { Chip } from "#app/platform/ui/chip.tsx";
import type { Channel, DeliveryState } from "../notifications.rules.ts";

interface Delivery {
  channel: Channel;
  state: DeliveryState;
  reason: string | null;
}

const tones = { waiting: "sun", delivered: "ok", failed: "lost", off: "plain" } as const;
const known = ["preference", "noDevice", "plan", "many", "quiet", "unreachable", "refused"] as const;

/** Per channel whether the notification arrived, still waits, has failed or is off, and why. */
export function Deliveries({ deliveries }: { deliveries: Delivery[] }) {
  const { t } = useTranslation();
  if (deliveries.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {deliveries.map(({ channel, state, reason }) => {
        const why = known.find((one) => one === reason);
        return (
          <li key={channel}>
            <Chip tone={tones[state]}>
              {t("notifications.deliveryLine", {
                channel: t(`notifications.channels.${channel}`),
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
