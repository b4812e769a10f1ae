import { href } from "react-router";
import { formatAttributes } from "#app/features/catalog/attribute-texts.ts";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import type { OrderNews } from "#app/features/notifications/notifications.rules.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { insertRows } from "#app/platform/db/json-rows.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { formatPhone } from "#app/platform/http/forms/fields.server.ts";
import { formatDay } from "#app/platform/i18n/format.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { getConfirmPath } from "./confirm-link.server.ts";
import { formatAddressLines } from "./order-address.server.ts";
import type { EventKind } from "./orders.rules.ts";
import { storeOrderEvents, type storeOrderLines, type storeOrders } from "./orders.tables.server.ts";

export interface NewEvent {
  orderId: string;
  kind: EventKind;
  byUserId: string | null;
  note?: string | null;
  /** In minor units, when money was moved. */
  cents?: number;
}

/** Inserts an order event, in the caller's transaction. */
export async function addEvent(tx: AppContext, event: NewEvent): Promise<void> {
  await addEvents(tx, [event]);
}

/** Inserts events of several orders in one statement. */
export async function addEvents(tx: AppContext, events: readonly NewEvent[]): Promise<void> {
  await insertRows(
    tx.db,
    storeOrderEvents,
    events.map((event) => buildEvent(tx, event)),
  );
}

/** Returns an event's row, dated now. */
export function buildEvent(tx: AppContext, event: NewEvent): typeof storeOrderEvents.$inferInsert {
  return { ...event, id: createId(), at: tx.clock.now() };
}

interface NotifiedOrder {
  id: string;
  number: string;
  userId: string | null;
  language: Language;
  totalCents: number;
}

type NotifiedLine = Pick<
  typeof storeOrderLines.$inferInsert,
  "quantity" | "nameEn" | "nameAr" | "priceCents" | "attributes"
>;

/** Notifies the buyer of an order, or of one product of it (for the title); `text` is appended to the e-mail. Does nothing once the account was deleted. */
export async function notifyBuyer(
  tx: AppContext,
  order: NotifiedOrder,
  orderNews: OrderNews,
  text?: string,
  productName?: string,
): Promise<void> {
  if (!order.userId) return;
  await sendNotifications(tx, [
    {
      userId: order.userId,
      kind: "order",
      params: {
        orderNumber: order.number,
        orderNews,
        ...(text && { text }),
        ...(productName && { productName }),
        ...(orderNews === "placed" && order.totalCents > 0 && { confirmPath: getConfirmPath(tx, order.id) }),
      },
      link:
        orderNews === "toConfirm"
          ? getConfirmPath(tx, order.id)
          : href("/dashboard/orders/:orderNumber", { orderNumber: order.number }),
      topic: order.id,
    },
  ]);
}

/** Isolates an amount or number from the direction of an Arabic text. */
const isolated = (text: string) => `\u2066${text}\u2069`;

const formatTotal = (t: Translate, { totalCents }: Pick<typeof storeOrders.$inferSelect, "totalCents">) =>
  totalCents === 0 ? t("orders.nothingToPay") : t("orders.emailTotal", { total: isolated(formatMoney(totalCents)) });

const formatArrival = (t: Translate, { arrivesFrom, arrivesTo, language }: typeof storeOrders.$inferSelect) =>
  t("orders.arrives", {
    from: formatDay(arrivesFrom, language, "weekday"),
    to: formatDay(arrivesTo, language, "weekday"),
  });

/** Formats what a buyer needs to know of a parcel that is on its way: tracking number, total and arrival. */
export function formatParcel({ translator }: AppContext, order: typeof storeOrders.$inferSelect): string {
  const t = translator(order.language);
  return [
    ...(order.trackingNumber ? [`${t("orders.tracking")}: ${isolated(order.trackingNumber)}`] : []),
    formatTotal(t, order),
    formatArrival(t, order),
  ].join("\n");
}

/** Formats what a buyer needs to send an item back: the seller's address, or where to ask for it; and the order number. */
export function formatReturnAddress(
  ctx: Pick<AppContext, "settings" | "siteSettings" | "translator">,
  { language, number }: Pick<NotifiedOrder, "language" | "number">,
): string {
  const t = ctx.translator(language);
  const { name, address } = readSiteSettings(ctx).seller;
  const where =
    address.length > 0
      ? [t("returns.sendTo"), name, ...address]
      : [t("returns.askAddress"), `${ctx.settings.publicUrl}${href("/contact")}`];
  return [...where, "", t("returns.sendNumber", { number: isolated(number) })].join("\n");
}

/** Formats corrected delivery details with those from before, and where to write if the buyer did not ask for it. */
export function formatCorrection(
  { settings, translator }: Pick<AppContext, "settings" | "translator">,
  before: typeof storeOrders.$inferSelect,
  after: DeliveryDetails,
): string {
  const { language, country } = before;
  const t = translator(language);
  const format = (details: DeliveryDetails) => formatDelivery(t, { ...details, country }, language);
  return [
    `${t("orders.addressNow")}:`,
    ...format(after),
    "",
    `${t("orders.addressBefore")}:`,
    ...format(before),
    "",
    t("orders.addressNotAsked"),
    `${settings.publicUrl}${href("/contact")}`,
  ].join("\n");
}

type DeliveryDetails = Omit<Parameters<typeof formatAddressLines>[1], "country"> & { phone: string | null };

/** Returns the lines of the postal address, and the phone number for the courier. */
function formatDelivery(t: Translate, details: DeliveryDetails & { country: string }, language: Language): string[] {
  return [
    ...formatAddressLines(t, details, language),
    ...(details.phone ? [isolated(formatPhone(details.phone))] : []),
  ];
}

/** Formats how much was refunded. */
export function formatRefund({ translator }: AppContext, { language }: NotifiedOrder, cents: number): string {
  return `${translator(language)("orders.paidBack")}: ${isolated(formatMoney(cents))}`;
}

/** Formats pieces of a product with the chosen attributes: "2 × Classic tag (Gold · S)". */
export function formatItem(
  t: Translate,
  language: Language,
  { quantity, attributes, ...product }: Omit<NotifiedLine, "priceCents">,
): string {
  const chosen = formatAttributes(t, attributes);
  return `${quantity} × ${nameIn(language, product)}${chosen ? ` (${chosen})` : ""}`;
}

/** Formats the whole order as text for the confirmation e-mail: lines, shipping, total, address, phone and arrival. */
export function formatOrder(
  { translator }: AppContext,
  order: typeof storeOrders.$inferSelect,
  lines: readonly NotifiedLine[],
): string {
  const { language } = order;
  const t = translator(language);
  const money = (cents: number) => isolated(formatMoney(cents));
  const rows = lines.map((line) => `${formatItem(t, language, line)}: ${money(line.priceCents * line.quantity)}`);
  const method = t(`checkout.methods.${order.shipping}`);
  const cost = order.shippingCents === 0 ? t("orders.free") : money(order.shippingCents);
  return [
    ...rows,
    `${t("orders.shippingCost", { method })}: ${cost}`,
    formatTotal(t, order),
    ...(order.taxCents > 0
      ? [`${t("orders.taxIncluded", { rate: isolated(`${order.taxBasisPoints / 100}%`) })}: ${money(order.taxCents)}`]
      : []),
    "",
    `${t("orders.shippingTo")}:`,
    ...formatDelivery(t, order, language),
    "",
    formatArrival(t, order),
  ].join("\n");
}
