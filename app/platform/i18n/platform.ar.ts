import type { platformEn } from "./platform.en.ts";
import type { ArabicOf } from "./words.ts";

export const platformAr: ArabicOf<typeof platformEn> = {
  form: {
    required: "هذا الحقل مطلوب",
    invalid: "هذه القيمة غير صحيحة",
    checkThese: "يرجى مراجعة ما يلي",
    photoTooLarge: "حجم هذه الصورة أكبر من 10 ميجابايت. يرجى اختيار صورة أصغر.",
    photoNotImage: "لا يمكننا قراءة هذا الملف كصورة. يرجى اختيار صورة بصيغة JPEG أو PNG أو WebP أو AVIF.",
    optional: "اختياري",
    save: "حفظ",
    cancel: "إلغاء",
    close: "إغلاق",
    change: "تغيير",
    search: "بحث",
    back: "رجوع",
    next: "التالي",
    previous: "السابق",
    page: "صفحة {{number}}",
    pages: "الصفحات",
  },
  site: {
    languages: { en: "English", ar: "العربية" },
    themes: { system: "كما في جهازي", light: "فاتح", dark: "داكن" },
    skip: "انتقل إلى المحتوى",
    toasts: "الإشعارات",
    closeToast: "إغلاق هذا الإشعار",
    error: {
      title: "حدث خطأ ما",
      text: "حدث خطأ غير متوقع",
      reload: "إعادة تحميل الصفحة",
      home: "إلى الصفحة الرئيسية",
      short: "خطأ",
      general: "حدث خطأ",
    },
    away: "أليف يلتقط أنفاسه وسيعود بعد لحظات. لم يضِع شيء مما حفظته. يرجى المحاولة بعد قليل.",
    notFound: {
      title: "الصفحة غير موجودة",
      text: "هذه الصفحة غير موجودة أو ليست متاحة لك. تأكد من العنوان أو ابدأ من الصفحة الرئيسية.",
      home: "إلى الصفحة الرئيسية",
    },
    accessDenied: {
      title: "لا يمكنك الدخول",
      text: "ليست لديك صلاحية لرؤية هذه الصفحة.",
      home: "إلى الصفحة الرئيسية",
      dashboard: "إلى لوحة التحكم",
    },
  },
};
