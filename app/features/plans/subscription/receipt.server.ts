import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { createPdf } from "#app/platform/pdf/pdf.server.ts";
import type { UpgradeRequest } from "../upgrade-requests/upgrade-requests.server.ts";
import { hasReceipt, receiptNumber } from "../upgrade-requests.rules.ts";

/** Renders the receipt of an approved request as PDF; 404 for any other request. */
export async function renderReceipt(
  ctx: AppContext,
  request: UpgradeRequest,
  { language, timeZone }: { language: Language; timeZone: string },
): Promise<Buffer> {
  const { startsAt, endsAt, closedAt } = request;
  if (!hasReceipt(request) || !startsAt || !endsAt || !closedAt) throw notFound();
  const t = ctx.translator(language);
  const number = receiptNumber(request);
  const date = (moment: Date) => formatDate(moment, language, timeZone);
  const title = `${t("receipts.title")} ${number}`;
  const pdf = await createPdf({ language, title, now: ctx.clock.now(), size: "A5", footer: t("receipts.footer") });
  pdf.row([
    { logo: { text: language === "ar" ? "أليف" : "Aleef", size: 20, weight: 700 } },
    { text: t("receipts.title"), size: 15, weight: 700, align: "end" },
  ]);
  pdf.space(12);
  const ltr = "ltr" as const;
  const rows = [
    [t("receipts.number"), { text: number, direction: ltr }],
    [t("receipts.date"), { text: date(closedAt) }],
    [t("receipts.for"), { text: request.fullName ?? "", direction: "auto" as const }],
    [
      t("receipts.item"),
      { text: t("subscription.offerName", { plan: t(`plans.names.${request.plan}`), count: request.months }) },
    ],
    [t("receipts.period"), { text: `${date(startsAt)} ${t("receipts.to")} ${date(endsAt)}` }],
    [t("receipts.method"), { text: t(`subscription.methods.${request.paymentMethod}`) }],
    ...(request.reference
      ? [[t("receipts.reference"), { text: request.reference, direction: "auto" as const }] as const]
      : []),
  ] as const;
  for (const [name, value] of rows)
    pdf.row([{ text: name }, { ...value, weight: 700 }], { columns: [2, 4], padding: 4, rule: true });
  pdf.space(10);
  pdf.row(
    [
      { text: t("receipts.sum"), size: 14, weight: 700 },
      { text: formatMoney(request.priceCents), size: 14, weight: 700, direction: ltr, align: "end" },
    ],
    { padding: 6 },
  );
  return pdf.finish();
}
