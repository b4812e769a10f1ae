import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { siteFrameEn } from "./site-frame.en.ts";

export const siteFrameAr: ArabicOf<typeof siteFrameEn> = {
  site: {
    label: "القائمة الرئيسية",
    home: "الرئيسية",
    about: "من نحن",
    features: "المزايا",
    reports: "بلاغات المجتمع",
    store: "المتجر",
    admin: "الإدارة",
  },
  footer: {
    lead: "بطاقات تعيد الحيوانات الأليفة إلى بيوتها. يمسحها عابر، فتعرف أنت خلال ثوانٍ.",
    quickLinks: "روابط سريعة",
    about: "من نحن",
    shop: "المتجر",
    features: "المزايا",
    reports: "بلاغات المجتمع",
    resources: "للمساعدة",
    getStarted: "ابدأ الآن",
    learnMore: "اعرف المزيد",
    help: "المساعدة",
    faq: "أسئلة وأجوبة",
    privacy: "الخصوصية",
    terms: "الشروط",
    contact: "تواصل معنا",
    social: "أليف في مواقع أخرى",
    newTab: "يفتح موقعًا آخر",
    rights: "© {{year}} أليف. صُنع لأجل الحيوانات الأليفة ومن يحبونها.",
  },
  newsletter: {
    title: "رسالة من حين إلى آخر",
    text: "نصائح للعناية وأخبار من أليف.",
    email: "بريدك الإلكتروني",
    submit: "اشترك",
    done: "تم اشتراكك. شكرًا لك!",
  },
};
