import { formatMoney } from "#app/platform/i18n/format.ts";
import { Ltr } from "#app/platform/ui/bdi.tsx";

/** US cents as dollars, read left to right in any text. */
export function Money({ cents, className }: { cents: number; className?: string }) {
  return <Ltr className={className ?? "tabular-nums"}>{formatMoney(cents)}</Ltr>;
}
