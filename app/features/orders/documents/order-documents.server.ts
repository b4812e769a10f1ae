import { nameIn } from "#app/features/catalog/products.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { formatPhone } from "#app/platform/http/forms/fields.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { formatMoney, toMajorUnits } from "#app/platform/i18n/money.rules.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { createPdf, type Pdf } from "#app/platform/pdf/pdf.server.ts";
import { colors } from "#app/platform/pdf/pdf-pieces.server.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import type { Order, OrderLine } from "../fulfilment/order-status.server.ts";
import { formatAddressLines } from "../order-address.server.ts";
import { getOrderDetails } from "../orders.server.ts";

type SlipLine = OrderLine & { petName: string | null; replacedCode: string | null };

export const documentKinds = ["invoice", "packingSlip", "label"] as const;
export type DocumentKind = (typeof documentKinds)[number];

const timeZone = "Africa/Cairo";
const ltr = "ltr" as const;
/** Isolates a text from the direction of the surrounding text. */
const isolated = (text: string) => `\u2066${text}\u2069`;

/** Renders a PDF of an order: invoice with prices, packing slip or label. */
export async function renderOrderDocument(
  ctx: AppContext,
  order: Order,
  kind: DocumentKind,
  language: Language,
): Promise<Buffer> {
  return renderOrderDocuments(ctx, [order], kind, { language, name: order.number });
}

/**
 * Renders the same document of several orders as one PDF, each with its own page numbers; with `buyers`, each in its
 * buyer's language. `name` is used in the title.
 */
export async function renderOrderDocuments(
  ctx: AppContext,
  orders: readonly Order[],
  kind: DocumentKind,
  { language, name }: { language: Language | "buyers"; name: string },
): Promise<Buffer> {
  const languageOf = (order: Order | undefined) => (language === "buyers" ? (order?.language ?? "en") : language);
  const isLabel = kind === "label";
  const t = ctx.translator(languageOf(orders[0]));
  const pdf = await createPdf({
    language: languageOf(orders[0]),
    title: `${t(`orderDocuments.${kind}`)} ${name}`,
    now: ctx.clock.now(),
    ...(isLabel && { size: "A6" as const }),
  });
  for (const order of orders) {
    const own = languageOf(order);
    const ownT = ctx.translator(own);
    pdf.page(own, isLabel ? undefined : ownT("orderDocuments.footer"));
    if (isLabel) writeLabel(pdf, ctx, ownT, order, own);
    else await writeDocument(pdf, ctx, ownT, order, kind, own);
  }
  return pdf.finish();
}

async function writeDocument(
  pdf: Pdf,
  ctx: AppContext,
  t: Translate,
  order: Order,
  kind: "invoice" | "packingSlip",
  language: Language,
): Promise<void> {
  const { seller } = readSiteSettings(ctx);
  pdf.row([
    [
      { logo: { text: seller.name, size: 22, weight: 700, direction: "auto" } },
      ...seller.address.map((text) => ({ text, size: 9, color: colors.soft, direction: "auto" as const })),
      ...(seller.taxNumber
        ? [{ text: t("orderDocuments.taxNumber", { number: isolated(seller.taxNumber) }), size: 9, color: colors.soft }]
        : []),
    ],
    { text: t(`orderDocuments.${kind}`), size: 16, weight: 700, align: "end" },
  ]);
  pdf.space(14);
  writeHead(pdf, t, order, language, kind);
  pdf.space(14);
  const { lines } = await getOrderDetails(ctx, order);
  if (kind === "invoice") writeInvoice(pdf, ctx, t, order, lines, language);
  else writeSlip(pdf, t, order, lines, language);
}

/** Writes a parcel's label: sender, recipient, and the amount that the courier collects. */
function writeLabel(pdf: Pdf, ctx: AppContext, t: Translate, order: Order, language: Language): void {
  pdf.row([{ text: readSiteSettings(ctx).seller.name, size: 9, color: colors.soft, direction: "auto" }]);
  pdf.row([{ text: order.number, size: 20, weight: 700, direction: ltr }], { rule: true, padding: 4 });
  pdf.space(8);
  const [name, ...place] = formatAddressLines(t, order, language);
  pdf.row([
    [
      { text: t("orderDocuments.to"), size: 9, color: colors.soft },
      { text: name ?? "", size: 15, weight: 700, direction: "auto" },
      ...place.map((text) => ({ text, size: 12, direction: "auto" as const })),
      ...(order.phone
        ? [{ gap: 4 }, { text: formatPhone(order.phone), size: 14, weight: 700 as const, direction: ltr }]
        : []),
      ...formatDelivery(t, order).map((text) => ({ text, size: 12, weight: 700 as const })),
      ...(order.trackingNumber ? [{ gap: 4 }, { text: order.trackingNumber, size: 10, direction: ltr }] : []),
    ],
  ]);
  writePayment(pdf, t, order);
}

/** Returns what distinguishes the delivery: that it is express, and the buyer's window, if chosen. */
function formatDelivery(t: Translate, { shipping, deliveryWindow }: Order): string[] {
  return [
    ...(shipping === "express" ? [t("checkout.methods.express")] : []),
    ...(deliveryWindow ? [t(`orders.confirm.windows.${deliveryWindow}`)] : []),
  ];
}

function writeHead(pdf: Pdf, t: Translate, order: Order, language: Language, kind: "invoice" | "packingSlip"): void {
  const delivery = kind === "packingSlip" ? formatDelivery(t, order) : [];
  const to = formatAddressLines(t, order, language);
  pdf.row([
    [
      { text: t("orderDocuments.to"), weight: 700 },
      ...to.map((text) => ({ text, direction: "auto" as const })),
      ...(order.phone ? [{ text: formatPhone(order.phone), direction: ltr }] : []),
      ...delivery.map((text) => ({ text, weight: 700 as const })),
    ],
    [
      { text: t("orderDocuments.number"), weight: 700 },
      { text: order.number, direction: ltr },
      { gap: 6 },
      { text: t("orderDocuments.date"), weight: 700 },
      { text: formatDate(order.placedAt, language, timeZone) },
      ...(order.trackingNumber
        ? [
            { gap: 6 },
            { text: t("orders.tracking"), weight: 700 as const },
            { text: order.trackingNumber, direction: ltr },
          ]
        : []),
    ],
  ]);
}

function formatItem(t: Translate, line: OrderLine, language: Language): string {
  const { color, size, engraving } = line.attributes;
  const chosen = [
    color && t(`store.colors.${color}`),
    size && t(`store.sizes.${size}`),
    engraving && t("cart.engraving", { text: engraving }),
  ].filter(Boolean);
  return [nameIn(language, line), ...chosen].join("\n");
}

interface ZatcaInvoice {
  seller: string;
  taxNumber: string;
  at: Date;
  /** Including tax, in major units with the currency's number of decimals. */
  total: string;
  tax: string;
}

const maxBytes = 255;

/** Encodes a text as UTF-8, truncated between two characters to the maximum of a one-byte length. */
function toBytes(text: string): Buffer {
  let cut = "";
  for (const letter of text) {
    if (Buffer.byteLength(cut + letter) > maxBytes) break;
    cut += letter;
  }
  return Buffer.from(cut);
}

/**
 * Returns the QR code content of a simplified tax invoice in Saudi Arabia (ZATCA e-invoicing, phase 1): tag, length and
 * value of seller, VAT number, time, total including VAT, and VAT, as base64.
 */
export function createZatcaCode({ seller, taxNumber, at, total, tax }: ZatcaInvoice): string {
  const time = at.toISOString().replace(/\.\d{3}Z$/, "Z");
  const parts = [seller, taxNumber, time, total, tax].map((text, index) => {
    const value = toBytes(text);
    return Buffer.concat([Buffer.from([index + 1, value.length]), value]);
  });
  return Buffer.concat(parts).toString("base64");
}

function writeInvoice(
  pdf: Pdf,
  ctx: AppContext,
  t: Translate,
  order: Order,
  lines: OrderLine[],
  language: Language,
): void {
  const { seller } = readSiteSettings(ctx);
  const columns = [5, 1, 1.5, 1.5];
  const money = (cents: number) => ({ text: formatMoney(cents), direction: ltr, align: "end" as const });
  pdf.table(
    [
      t("orderDocuments.item"),
      { text: t("orderDocuments.quantity"), align: "end" },
      { text: t("orderDocuments.price"), align: "end" },
      { text: t("orderDocuments.sum"), align: "end" },
    ],
    lines.map((line) => [
      { text: formatItem(t, line, language), direction: "auto" },
      { text: String(line.quantity), align: "end" },
      money(line.priceCents),
      money(line.priceCents * line.quantity),
    ]),
    { columns },
  );
  pdf.space(8);
  const sums: [string, number][] = [
    [t("orders.subtotal"), order.subtotalCents],
    [t("orders.shippingCost", { method: t(`checkout.methods.${order.shipping}`) }), order.shippingCents],
  ];
  for (const [name, cents] of sums) pdf.row([{ text: name, align: "end" }, money(cents)], { columns: [5, 1.5] });
  pdf.row(
    [
      { text: t("orders.total"), weight: 700, align: "end" },
      { ...money(order.totalCents), weight: 700 },
    ],
    {
      columns: [5, 1.5],
      padding: 4,
    },
  );
  if (order.taxCents > 0)
    pdf.row([{ text: taxLine(t, order), align: "end" }, money(order.taxCents)], { columns: [5, 1.5] });
  // Below the total, which does not include it.
  if (order.refundedCents > 0)
    pdf.row([{ text: t("orders.paidBack"), align: "end" }, money(-order.refundedCents)], { columns: [5, 1.5] });
  writePayment(pdf, t, order);
  if (seller.country === "SA" && seller.taxNumber) {
    const code = createZatcaCode({
      seller: seller.name,
      taxNumber: seller.taxNumber,
      at: order.placedAt,
      total: toMajorUnits(order.totalCents),
      tax: toMajorUnits(order.taxCents),
    });
    pdf.space(10);
    pdf.row([{ qr: code, width: 90 }]);
  }
  pdf.space(12);
  pdf.text(t("orderDocuments.returns"), { size: 9 });
}

function taxLine(t: Translate, { taxBasisPoints }: Order): string {
  return t("orders.taxIncluded", { rate: `\u2066${taxBasisPoints / 100}%\u2069` });
}

/** Lines for the packer: the pet or old tag that a tag is for, and its code, or a blank to write it down. */
function formatTag(t: Translate, { tagCodes, petName, replacedCode }: SlipLine): string[] {
  const whose = [
    ...(petName ? [t("orders.forPet", { name: `\u2068${petName}\u2069` })] : []),
    ...(replacedCode ? [t("orders.inPlaceOf", { code: `\u2066${replacedCode}\u2069` })] : []),
  ];
  if (tagCodes.length > 0) return [...whose, t("orders.tagCodes", { codes: `\u2066${tagCodes.join(", ")}\u2069` })];
  return whose.length > 0 ? [...whose, t("orders.tagCodes", { codes: "________________" })] : [];
}

function writeSlip(pdf: Pdf, t: Translate, order: Order, lines: SlipLine[], language: Language): void {
  pdf.table(
    [t("orderDocuments.quantity"), t("orderDocuments.item"), t("orderDocuments.sku")],
    lines.map((line) => [
      { text: `${line.quantity} ×`, size: 13, weight: 700, direction: ltr },
      { text: [formatItem(t, line, language), ...formatTag(t, line)].join("\n"), direction: "auto" },
      { text: line.sku, direction: ltr },
    ]),
    { columns: [1, 5, 2] },
  );
  writePayment(pdf, t, order);
}

function writePayment(pdf: Pdf, t: Translate, order: Order): void {
  if (order.status === "cancelled" || order.payment === "refunded") return;
  pdf.space(10);
  if (order.totalCents === 0) {
    pdf.row([{ text: t("orderDocuments.nothingDue"), size: 13, weight: 700 }]);
    return;
  }
  const total = `\u2066${formatMoney(order.totalCents)}\u2069`;
  pdf.row([
    {
      text: t(order.payment === "collected" ? "orderDocuments.paid" : "orderDocuments.cashDue", { total }),
      size: 13,
      weight: 700,
    },
  ]);
}
