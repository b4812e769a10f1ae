import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { useEffect, useState } from "react";
import { href, useFetcher } from "react-router";
import { shortcutKeyOf } from "#app/features/admin-lists/shortcuts.tsx";
import { AddressBlock } from "#app/features/orders/address-block.tsx";
import { PaymentChip, StatusChip } from "#app/features/orders/history/status-chip.tsx";
import { OrderLines } from "#app/features/orders/order-lines.tsx";
import { canConfirm, canCorrectAddress } from "#app/features/orders/orders.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink, IconButton } from "#app/platform/ui/button.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Code } from "#app/platform/ui/ltr.tsx";
import { Sheet } from "#app/platform/ui/overlays/sheet.tsx";
import { Spinner } from "#app/platform/ui/spinner.tsx";
import type { loader } from "./admin-order-page.tsx";
import { ConfirmButton, type OrderRow } from "./order-cells.tsx";

/** Returns the id of the row of an event, unless it is for one of the row's own controls. */
function readRow(target: EventTarget | null, controls: string): string | undefined {
  if (!(target instanceof Element) || target.closest(controls)) return undefined;
  return target.closest("tbody tr")?.querySelector<HTMLInputElement>("input[name=ids]")?.value;
}

/**
 * Panel with the address, items and next step of a row, opened by a press beside the row's controls, or by Space or
 * Enter on its number; the arrow keys go through the list. When an order leaves the list, the next one is shown.
 */
export function OrderPeek({ orders }: { orders: readonly OrderRow[] }) {
  const t = useT();
  const [place, setPlace] = useState<{ id: string; at: number } | null>(null);
  const { load, data } = useFetcher<typeof loader>();
  const found = place ? orders.findIndex(({ id }) => id === place.id) : -1;
  const at = found >= 0 ? found : Math.min(place?.at ?? 0, orders.length - 1);
  const order = place && orders[at];
  const path = order && href("/admin/orders/:orderNumber", { orderNumber: order.number });
  const version = `${order?.status} ${order?.confirmedAt}`;

  useEffect(() => {
    if (path && version) void load(path);
  }, [path, version, load]);

  const go = (to: number) => {
    const next = orders[to];
    if (next) setPlace({ id: next.id, at: to });
  };

  useEffect(() => {
    const openAt = (id: string | undefined) => {
      if (id) go(orders.findIndex((one) => one.id === id));
      return id !== undefined;
    };
    const press = (event: MouseEvent) => openAt(readRow(event.target, "a, button, input, label"));
    const key = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const sheet = document.querySelector("dialog.sheet[open]");
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (sheet && step) go(at + step);
      else if (sheet && /^[a-z]$/.test(shortcutKeyOf(event)))
        sheet.querySelector<HTMLElement>(`[aria-keyshortcuts="${shortcutKeyOf(event)}"]`)?.click();
      else if (sheet || (event.key !== " " && event.key !== "Enter")) return;
      else if (!openAt(readRow(event.target, "a[href^='tel:'], button, input, label"))) return;
      event.preventDefault();
    };
    document.addEventListener("click", press);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("click", press);
      document.removeEventListener("keydown", key);
    };
  });

  if (!order || !path) return null;
  const details = data?.order.id === order.id ? data : null;
  return (
    <Sheet
      side="end"
      isWide
      open
      onOpenChange={() => setPlace(null)}
      title={order.number}
      header={
        <span className="flex items-center gap-1">
          <strong className="text-lg">
            <Code>{order.number}</Code>
          </strong>
          <IconButton
            size="sm"
            aria-label={t("adminOrders.peek.previous")}
            disabled={at === 0}
            onClick={() => go(at - 1)}
          >
            <ArrowUp aria-hidden />
          </IconButton>
          <IconButton
            size="sm"
            aria-label={t("adminOrders.peek.next")}
            disabled={at === orders.length - 1}
            onClick={() => go(at + 1)}
          >
            <ArrowDown aria-hidden />
          </IconButton>
        </span>
      }
      closeLabel={t("adminOrders.peek.close")}
      footer={
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={path} size="sm" variant="ghost">
            {t("adminOrders.seeOrder")}
          </ButtonLink>
          {canCorrectAddress(order) && (
            <ButtonLink to={`${path}#address`} size="sm" variant="ghost">
              {t("adminOrders.peek.correct")}
            </ButtonLink>
          )}
          {canConfirm(order) ? (
            <ConfirmButton order={order} />
          ) : order.status === "pending" ? (
            <AppForm intent="processing" values={{ ids: order.id }} preventScrollReset>
              <SubmitButton size="sm">{t("adminOrders.bulk.processing")}</SubmitButton>
            </AppForm>
          ) : (
            order.status === "processing" && (
              <ButtonLink to={`${href("/admin/orders/ship")}?ids=${order.id}`} size="sm">
                {t("adminOrders.bulk.ship")}
              </ButtonLink>
            )
          )}
        </div>
      }
    >
      {details ? (
        <div className="grid gap-5">
          <p className="flex flex-wrap gap-2">
            <StatusChip status={details.order.status} />
            <PaymentChip reader="team" payment={details.order.payment} totalCents={details.order.totalCents} />
          </p>
          <AddressBlock to={details.order} isCalled />
          <div>
            <OrderLines isAdmin details={details} />
          </div>
        </div>
      ) : (
        <Spinner />
      )}
    </Sheet>
  );
}
