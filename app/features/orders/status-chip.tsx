import { useTranslation } from "react-i18next";
import { Chip, type ChipTone } from "#app/platform/ui/chip.tsx";
import type { OrderStatus, Payment } from "./orders.rules.ts";

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

const paymentTones: Record<Payment, ChipTone> = { unpaid: "plain", collected: "ok", refunded: "info" };

export function PaymentChip({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  return <Chip tone={paymentTones[payment]}>{t(`orders.payments.${payment}`)}</Chip>;
}
