import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { copyFileEn } from "./data-export.en.ts";

export const copyFileAr: ArabicOf<typeof copyFileEn> = {
  copyFile: {
    title: "هذا كل ما يحتفظ به أليف عن {{name}}.",
    made: "أُعدّ في {{when}}.",
    data: "في data.json ملفك الشخصي وأجهزتك وتنبيهاتك ومحادثاتك وحيواناتك وبطاقاتها وعمليات المسح وكل ما أنشأته هنا. تقرؤه البرامج، ويمكنك قراءته بأي محرر نصوص.",
    cards: "في المجلد cards بطاقة لكل حيوان، للطباعة أو لتسليمها إلى الطبيب.",
    photos: "في المجلد photos صور حيواناتك.",
    without: "لم ندرج: بصمة كلمة مرورك، والمفاتيح التي تفتح الجلسات، وعناوين الشبكة لمن مسحوا البطاقات.",
  },
};
