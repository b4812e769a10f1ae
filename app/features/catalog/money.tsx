import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";

/** Amount in the store's currency, always left to right. */
export function Money({ cents, className }: { cents: number; className?: string }) {
  return <Ltr className={className ?? "tabular-nums"}>{formatMoney(cents)}</Ltr>;
}
