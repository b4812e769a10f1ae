import { href } from "react-router";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import type { OrderNews } from "#app/features/notifications/notifications.rules.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { formatMoney } from "#app/platform/i18n/format.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { EventKind } from "../orders.rules.ts";
import { storeOrderEvents, type storeOrderLines } from "../orders.tables.server.ts";

export interface NewEvent {
  orderId: string;
  kind: EventKind;
  byUserId: string | null;
  note?: string | null;
  /** US cents, where money moved. */
  cents?: number;
}

/** Writes down what happened, through the caller's transaction. */
export async function addEvent(tx: AppContext, event: NewEvent): Promise<void> {
  await tx.db.insert(storeOrderEvents).values({ ...event, id: newId(), at: tx.clock.now() });
}

interface NotifiedOrder {
  id: string;
  number: string;
  userId: string | null;
  language: Language;
  totalCents: number;
}

type NotifiedLine = Pick<typeof storeOrderLines.$inferInsert, "quantity" | "nameEn" | "nameAr" | "priceCents">;

/**
 * Tells the buyer, in the inbox and by their channels; with `lines` also what was ordered. An order whose account is gone
 * tells nobody.
 */
export async function notifyBuyer(
  tx: AppContext,
  order: NotifiedOrder,
  news: OrderNews,
  lines?: readonly NotifiedLine[],
): Promise<void> {
  if (!order.userId) return;
  const text = lines && summaryOf(tx, order, lines);
  await sendNotifications(tx, [
    {
      userId: order.userId,
      kind: "order",
      params: { orderNumber: order.number, orderNews: news, ...(text && { text }) },
      link: href("/dashboard/orders/:orderNumber", { orderNumber: order.number }),
      topic: order.id,
    },
  ]);
}

/** What was ordered, line by line, for the e-mail that confirms it. */
function summaryOf(
  { translator }: AppContext,
  { language, totalCents }: NotifiedOrder,
  lines: readonly NotifiedLine[],
): string {
  const rows = lines.map(
    (line) => `${line.quantity} × ${nameIn(language, line)}: ${formatMoney(line.priceCents * line.quantity)}`,
  );
  const t = translator(language);
  const total =
    totalCents === 0 ? t("orders.nothingToPay") : t("orders.letterTotal", { total: formatMoney(totalCents) });
  return [...rows, total].join("\n");
}
