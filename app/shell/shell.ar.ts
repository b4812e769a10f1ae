import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { shellEn } from "./shell.en.ts";

export const shellAr: ArabicOf<typeof shellEn> = {
  name: "أليف",
  tagline: "البطاقة التي تعيد الأليف إلى بيته",
  homeLink: "أليف، إلى الصفحة الرئيسية",
  openMenu: "فتح القائمة",
  closeMenu: "إغلاق القائمة",
  menu: "القائمة",
  login: "تسجيل الدخول",
  signUp: "إنشاء حساب",
  dashboard: "لوحة التحكم",
  logout: "تسجيل الخروج",
  logoutFailed: "حدث خطأ أثناء تسجيل الخروج",
  cart: {
    title: "سلتك",
    open: "السلة",
    close: "إغلاق السلة",
    count_zero: "لا قطع",
    count_one: "قطعة واحدة",
    count_two: "قطعتان",
    count_few: "{{count}} قطع",
    count_many: "{{count}} قطعة",
    count_other: "{{count}} قطعة",
  },
  owner: {
    inbox: "صندوق الوارد",
    unread_zero: "لا إشعارات جديدة",
    unread_one: "إشعار واحد لم يُقرأ",
    unread_two: "إشعاران لم يُقرآ",
    unread_few: "{{count}} إشعارات لم تُقرأ",
    unread_many: "{{count}} إشعارًا لم يُقرأ",
    unread_other: "{{count}} إشعار لم يُقرأ",
  },
  theme: {
    toDark: "التحويل إلى المظهر الداكن",
    toLight: "التحويل إلى المظهر الفاتح",
  },
};
