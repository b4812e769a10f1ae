import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { reportLettersEn } from "./report-letters.en.ts";

export const reportLettersAr: ArabicOf<typeof reportLettersEn> = {
  confirm: {
    subject: "أكّد بلاغك من فضلك: {{about}}",
    text: "افتح هذا الرابط ليصبح بلاغك منشورًا. احتفظ بالرسالة: بالرابط نفسه تعدّل البلاغ وتقرأ ما يكتبه الناس لك وتغلقه.",
    action: "انشر بلاغي وأدِره",
  },
  ending: {
    subject: "هل ما زال بلاغك قائمًا؟ {{about}}",
    text: "ينتهي بلاغك خلال أيام. إن كان ما زال قائمًا فضغطة واحدة تبقيه منشورًا، وإن انتهى الأمر فأخبرنا كيف انتهى.",
    action: "أبقِ بلاغي أو أغلقه",
  },
  message: {
    subject: "كتب لك أحدهم: {{about}}",
    text: "وصلتك رسالة جديدة عن بلاغك. تردّ عليها في صفحتنا حتى لا يرى أحد بريدك.",
    action: "اقرأ وردّ",
  },
  answer: {
    subject: "وصلك ردّ: {{about}}",
    text: "ردّ عليك صاحب البلاغ. لا يرى أيٌّ منكما عنوان الآخر.",
    action: "اقرأ وردّ",
  },
  footer: "لا تطلب أليف أبدًا مالًا ولا رمزًا لإعادة حيوان أليف. وصلتك هذه الرسالة لأنك تركت بريدك مع بلاغ.",
};
