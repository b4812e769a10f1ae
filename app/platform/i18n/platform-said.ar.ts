import type { platformSaidEn } from "./platform-said.en.ts";
import type { ArabicOf } from "./words.ts";

export const platformSaidAr: ArabicOf<typeof platformSaidEn> = {
  form: {
    minLength: "أقل عدد مسموح من الأحرف هو {{length}}",
    maxLength: "أكبر عدد مسموح من الأحرف هو {{length}}",
    min: "أصغر قيمة مسموحة هي {{min}}",
    max: "أكبر قيمة مسموحة هي {{max}}",
    email: "يرجى كتابة بريد إلكتروني صحيح",
    phone: "يرجى كتابة رقم هاتف صحيح",
    amount: "من فضلك أدخل مبلغًا من {{min}} إلى {{max}}",
    wholeNumber: "من فضلك أدخل عددًا صحيحًا من {{min}} إلى {{max}}",
    tooMany_zero: "محاولات كثيرة. يرجى المحاولة بعد لحظات.",
    tooMany_one: "محاولات كثيرة. يرجى المحاولة بعد دقيقة واحدة.",
    tooMany_two: "محاولات كثيرة. يرجى المحاولة بعد دقيقتين.",
    tooMany_few: "محاولات كثيرة. يرجى المحاولة بعد {{count}} دقائق.",
    tooMany_many: "محاولات كثيرة. يرجى المحاولة بعد {{count}} دقيقة.",
    tooMany_other: "محاولات كثيرة. يرجى المحاولة بعد {{count}} دقيقة.",
    bodyTooLarge: "ما أرسلته أكبر من المسموح. يرجى إرسال محتوى أقل أو صورة أصغر.",
    photoTooManyPixels: "أبعاد هذه الصورة كبيرة جدًا (أكثر من 40 مليون بكسل). يرجى اختيار صورة أصغر.",
    photoDamaged: "هذه الصورة تالفة أو غير مكتملة. يرجى اختيار صورة أخرى.",
  },
  site: {
    crossOrigin: "أُرسل هذا النموذج من موقع آخر فلم نقبله. يرجى فتح صفحتنا من جديد والمحاولة مرة أخرى.",
  },
};
