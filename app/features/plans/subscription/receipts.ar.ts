import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { receiptsEn } from "./receipts.en.ts";

export const receiptsAr: ArabicOf<typeof receiptsEn> = {
  title: "إيصال",
  number: "رقم الإيصال",
  date: "التاريخ",
  for: "استلمنا من",
  item: "مقابل",
  period: "سارية من",
  to: "حتى",
  method: "طريقة الدفع",
  reference: "الرقم المرجعي",
  sum: "المبلغ المدفوع",
  footer: "أليف · البطاقة التي تعيد الأليف إلى بيته",
};
