import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { adminFrameEn } from "./admin-frame.en.ts";

export const adminFrameAr: ArabicOf<typeof adminFrameEn> = {
  admin: {
    label: "قائمة الإدارة",
    title: "لوحة الإدارة",
    dashboard: "الرئيسية",
    users: "المستخدمون",
    pets: "الحيوانات الأليفة",
    tags: "بطاقات NFC",
    lostFound: "المفقود والمعثور عليه",
    products: "المنتجات",
    orders: "الطلبات",
    upgrades: "طلبات الترقية",
    audit: "سجل التغييرات",
    administrator: "المدير",
    settings: "الإعدادات",
    toSite: "العودة إلى الموقع",
    collapse: "طي القائمة",
    expand: "توسيع القائمة",
    waiting_zero: "لا شيء في الانتظار",
    waiting_one: "واحد في الانتظار",
    waiting_two: "اثنان في الانتظار",
    waiting_few: "{{count}} في الانتظار",
    waiting_many: "{{count}} في الانتظار",
    waiting_other: "{{count}} في الانتظار",
  },
  adminCheck: {
    unauthorized: "يلزم تسجيل الدخول",
    unauthorizedText: "يجب تسجيل الدخول للوصول إلى هذه الصفحة",
    denied: "لا يمكنك الدخول",
    deniedText: "ليست لديك صلاحية للدخول إلى لوحة الإدارة",
    failed: "حدث خطأ أثناء التحقق من صلاحيتك",
    logoutFailed: "حدث خطأ أثناء تسجيل خروجك.",
    toDashboard: "إلى لوحة التحكم",
  },
};
