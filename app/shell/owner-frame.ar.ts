import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { ownerFrameEn } from "./owner-frame.en.ts";

export const ownerFrameAr: ArabicOf<typeof ownerFrameEn> = {
  label: "قائمة لوحة التحكم",
  overview: "نظرة عامة",
  pets: "حيواناتي الأليفة",
  tags: "بطاقات NFC",
  scans: "سجل المسح",
  lostFound: "المفقود والمعثور عليه",
  store: "المتجر",
  orders: "الطلبات",
  tips: "نصائح العناية",
  subscription: "الاشتراك",
  settings: "الإعدادات",
  admin: "لوحة الإدارة",
};
