import Bot from "lucide-react/icons/bot";
import CircleUserRound from "lucide-react/icons/circle-user-round";
import Link2 from "lucide-react/icons/link-2";
import Nfc from "lucide-react/icons/nfc";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import UserRound from "lucide-react/icons/user-round";
import UserRoundSearch from "lucide-react/icons/user-round-search";
import type { ComponentType } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Chip, type ChipTone } from "#app/platform/ui/chip.tsx";
import type { Evidence } from "./scans.rules.ts";

const looks: Record<Evidence, { tone: ChipTone; Icon: ComponentType }> = {
  "verified-tap": { tone: "ok", Icon: Nfc },
  human: { tone: "ok", Icon: UserRound },
  unconfirmed: { tone: "sun", Icon: UserRoundSearch },
  reopened: { tone: "plain", Icon: RotateCcw },
  owner: { tone: "plain", Icon: CircleUserRound },
  preview: { tone: "plain", Icon: Link2 },
  probe: { tone: "plain", Icon: Bot },
};

/** Chip that shows how certain it is that a person scanned the tag. */
export function EvidenceChip({ evidence }: { evidence: Evidence }) {
  const t = useT();
  const { tone, Icon } = looks[evidence];
  return (
    <Chip tone={tone} icon={<Icon />}>
      {t(`evidence.${evidence}`)}
    </Chip>
  );
}
