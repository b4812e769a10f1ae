import Banknote from "lucide-react/icons/banknote";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { OrderView } from "#app/features/orders/order-view.server.ts";
import { canCollect } from "#app/features/orders/orders.rules.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";

/** Card to record that the courier delivered the cash of an unpaid order. */
export function CashCard({ order }: { order: OrderView["order"] }) {
  const { t } = useTranslation();
  if (!canCollect(order)) return null;
  const total = `\u2066${formatMoney(order.totalCents)}\u2069`;
  return (
    <Card as="section" tone="sun" className="print:hidden">
      <Form method="post">
        <input type="hidden" name="orderId" value={order.id} />
        <ConfirmDialog
          tone="brand"
          trigger={
            <Button type="submit" name="intent" value="collect" variant="sun" full icon={<Banknote aria-hidden />}>
              {t("orders.admin.collect", { total })}
            </Button>
          }
          title={t("orders.admin.collectTitle")}
          description={t("orders.admin.collectText", { total })}
          confirmLabel={t("orders.admin.collect", { total })}
          cancelLabel={t("form.cancel")}
        />
      </Form>
    </Card>
  );
}
