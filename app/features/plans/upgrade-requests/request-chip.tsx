import { useTranslation } from "react-i18next";
import { Chip } from "#app/platform/ui/chip.tsx";
import type { RequestStatus } from "./upgrade-requests.rules.ts";

const tones = { pending: "sun", approved: "ok", rejected: "lost", withdrawn: "plain" } as const;

/** Chip of a request's status. */
export function RequestChip({ status }: { status: RequestStatus }) {
  const { t } = useTranslation();
  return (
    <Chip tone={tones[status]} dot>
      {t(`subscription.statuses.${status}`)}
    </Chip>
  );
}
