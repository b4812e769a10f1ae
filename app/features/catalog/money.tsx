import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";

/** A sum in the shop's currency, read left to right in any text. */
export function Money({ cents, className }: { cents: number; className?: string }) {
  return <Ltr className={className ?? "tabular-nums"}>{formatMoney(cents)}</Ltr>;
}
