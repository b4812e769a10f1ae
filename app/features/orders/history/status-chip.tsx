import { useT } from "#app/platform/i18n/use-t.ts";
import { Chip, type ChipTone } from "#app/platform/ui/chip.tsx";
import type { OrderStatus, Payment } from "../orders.rules.ts";

const tones: Record<OrderStatus, ChipTone> = {
  pending: "sun",
  processing: "info",
  shipped: "brand",
  delivered: "ok",
  cancelled: "plain",
  refunded: "plain",
};

export function StatusChip({ status }: { status: OrderStatus }) {
  const t = useT();
  return (
    <Chip tone={tones[status]} dot>
      {t(`orders.statuses.${status}`)}
    </Chip>
  );
}

const paymentTones: Record<Payment, ChipTone> = {
  unpaid: "plain",
  collected: "ok",
  refunded: "info",
  writtenOff: "lost",
};

interface PaymentChipProps {
  payment: Payment;
  totalCents?: number;
  reader?: "buyer" | "team";
}

/** Chip of an order's payment state; free orders are neither paid nor due. */
export function PaymentChip({ payment, totalCents = 1, reader = "buyer" }: PaymentChipProps) {
  const t = useT();
  if (totalCents === 0) return <Chip tone="ok">{t("orders.nothingToPay")}</Chip>;
  // Buyers do not see that a debt was written off.
  const shown = reader === "buyer" && payment === "writtenOff" ? "unpaid" : payment;
  return <Chip tone={paymentTones[shown]}>{t(`orders.payments.${shown}`)}</Chip>;
}
