import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { scanMapEn } from "./scan-map.en.ts";

export const scanMapAr: ArabicOf<typeof scanMapEn> = {
  kilometres: "كم",
  metres: "م",
  mapHint: "حرّك الخريطة بأسهم لوحة المفاتيح، وقرّبها أو أبعدها بعلامتي الزائد والناقص.",
  mapLate: "لم تصل الخريطة لانقطاع الاتصال. ستظهر هنا فور عودته.",
  zoomIn: "تقريب",
  zoomOut: "إبعاد",
  more: "التفاصيل",
};
