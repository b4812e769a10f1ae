import type { MouseEvent } from "react";
import { href, useNavigate } from "react-router";
import type { BulkSelection } from "#app/features/admin-lists/bulk/bulk-form.tsx";
import { ConfirmButton } from "#app/features/admin-lists/confirm-button.tsx";
import type { DocumentKind } from "#app/features/orders/documents/order-documents.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import type { orderViews } from "./admin-orders.server.ts";

/** Steps available as bulk actions; shipping has a page of its own. */
export const bulkSteps = ["processing", "delivered", "cancelled"] as const;

const actionsOf: Record<
  (typeof orderViews)[number],
  readonly ("confirm" | "remind" | "ship" | "collect" | "writeOff" | (typeof bulkSteps)[number])[]
> = {
  toConfirm: ["confirm", "remind", "cancelled"],
  pending: ["processing", "cancelled"],
  processing: ["ship", "cancelled"],
  shipped: ["delivered", "collect", "cancelled"],
  delivered: ["collect"],
  unpaid: ["collect", "writeOff"],
  cancelled: [],
  refunded: [],
  all: ["processing", "ship", "delivered", "collect", "cancelled"],
};

interface OrderActionsProps {
  view: (typeof orderViews)[number];
  selection: BulkSelection;
  /** The list's filters and order. */
  listed: URLSearchParams;
}

/** Bulk actions for the selected orders: their next steps, and their documents. */
export function OrderActions({ view, selection, listed }: OrderActionsProps) {
  const t = useT();
  const navigate = useNavigate();
  const { count } = selection;
  /** Returns the URL of a page or file for the selected orders, in the order of the list. */
  const toSelection = (path: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...Object.fromEntries(listed), ...more });
    for (const [name, value] of selection.fields())
      if (name === "ids" || name === "all") query.append(name, String(value));
    return `${path}?${query}`;
  };
  const documents = (kind: DocumentKind) => (event: MouseEvent) => {
    event.preventDefault();
    window.location.assign(toSelection(href("/admin/orders/documents.pdf"), { kind }));
  };
  return (
    <>
      {actionsOf[view].map((action) =>
        action === "ship" ? (
          <Button
            key={action}
            type="submit"
            size="sm"
            formMethod="get"
            formAction={href("/admin/orders/ship")}
            onClick={(event) => {
              event.preventDefault();
              navigate(toSelection(href("/admin/orders/ship")));
            }}
          >
            {t("adminOrders.bulk.ship")}
          </Button>
        ) : action === "writeOff" ? (
          <ConfirmButton
            key={action}
            size="sm"
            intent="writeOff"
            label={t("adminOrders.bulk.writeOff")}
            title={t("adminOrders.bulk.writeOffTitle", { count })}
            text={t("adminOrders.writeOffText")}
            confirmLabel={t("adminOrders.writeOff")}
            cancelLabel={t("adminOrders.bulk.keep")}
          />
        ) : action === "cancelled" ? (
          <ConfirmButton
            key={action}
            size="sm"
            intent="cancelled"
            label={t("adminOrders.bulk.cancelled")}
            title={t("adminOrders.bulk.cancelTitle", { count })}
            text={t("adminOrders.bulk.cancelText")}
            confirmLabel={t("adminOrders.bulk.cancelConfirm", { count })}
            cancelLabel={t("adminOrders.bulk.keep")}
          />
        ) : (
          <SubmitButton
            key={action}
            size="sm"
            name="intent"
            value={action}
            variant={action === "remind" ? "ghost" : "main"}
          >
            {t(`adminOrders.bulk.${action}`)}
          </SubmitButton>
        ),
      )}
      {(["packingSlip", "label", "invoice"] as const).map((kind) => (
        <Button
          key={kind}
          type="submit"
          size="sm"
          variant="ghost"
          formMethod="get"
          formAction={`${href("/admin/orders/documents.pdf")}?kind=${kind}`}
          name="kind"
          value={kind}
          onClick={documents(kind)}
        >
          {t(`adminOrders.bulk.documents.${kind}`)}
        </Button>
      ))}
    </>
  );
}
