import { useT } from "#app/platform/i18n/use-t.ts";
import { Chip } from "#app/platform/ui/chip.tsx";
import type { RequestStatus } from "../upgrade-requests.rules.ts";

const tones = { pending: "sun", approved: "ok", rejected: "lost", withdrawn: "plain" } as const;

/** Chip of a request's status. */
export function RequestChip({ status }: { status: RequestStatus }) {
  const t = useT();
  return (
    <Chip tone={tones[status]} dot>
      {t(`subscription.statuses.${status}`)}
    </Chip>
  );
}
