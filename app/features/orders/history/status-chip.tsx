import { useTranslation } from "react-i18next";
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
  const { t } = useTranslation();
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

/** What costs nothing is neither paid nor owed. */
export function PaymentChip({ payment, totalCents = 1, reader = "buyer" }: PaymentChipProps) {
  const { t } = useTranslation();
  if (totalCents === 0) return <Chip tone="ok">{t("orders.nothingToPay")}</Chip>;
  // What the books say of a debt is not the buyer's to read.
  const shown = reader === "buyer" && payment === "writtenOff" ? "unpaid" : payment;
  return <Chip tone={paymentTones[shown]}>{t(`orders.payments.${shown}`)}</Chip>;
}
