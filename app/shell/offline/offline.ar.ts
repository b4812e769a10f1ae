import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { offlineEn, offlinePageEn } from "./offline.en.ts";

export const offlineAr: ArabicOf<typeof offlineEn> = {
  now: "أنت غير متصل بالشبكة. هكذا كانت الأمور في آخر زيارة لك.",
  unsent: "انقطع الاتصال. كل ما كتبته ما زال هنا: اضغط مرة أخرى.",
  signedOut: "تم تسجيل خروجك. سجّل الدخول في تبويب جديد، ثم اضغط هنا مرة أخرى. كل ما كتبته ما زال هنا.",
  logIn: "تسجيل الدخول",
  newVersion: "هناك إصدار جديد من أليف.",
  reload: "حمّله الآن",
  later: "لاحقًا",
};
export const offlinePageAr: ArabicOf<typeof offlinePageEn> = {
  title: "أنت غير متصل بالشبكة",
  text: "لا يمكن الوصول إلى أليف الآن. ما إن تعود الشبكة حتى تجد كل شيء كما كان.",
  keptText: "هذا محفوظ على جهازك:",
  pets: "حيواناتي",
  scans: "سجل المسح",
  lost: "أبلغ عن أليف مفقود: يُرسل البلاغ حين تعود الشبكة",
  retry: "حاول مجددًا",
};
