import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { papersEn } from "./order-documents.en.ts";

export const papersAr: ArabicOf<typeof papersEn> = {
  invoice: "فاتورة",
  packingSlip: "قائمة تعبئة",
  number: "رقم الطلب",
  date: "التاريخ",
  to: "الشحن إلى",
  item: "الصنف",
  sku: "الرمز",
  quantity: "الكمية",
  price: "السعر",
  sum: "المجموع",
  payment: "الدفع",
  nothingDue: "لا شيء للتحصيل: استبدال مجاني",
  cashDue: "المطلوب تحصيله نقدًا: {{total}}",
  paid: "دُفع نقدًا: {{total}}",
  footer: "أليف · البطاقة التي تعيد الأليف إلى بيته",
  returns: "يمكنك إرجاع ما لم يُستخدم وهو في عبوته خلال 30 يومًا من التسليم.",
};
