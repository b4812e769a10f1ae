import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { houseEn } from "./admin-metrics.en.ts";

export const houseAr: ArabicOf<typeof houseEn> = {
  countedAt: "أُحصيت الساعة {{time}}، وتُحصى من جديد كل دقيقة.",
  twoSteps: "تسجيل الدخول بخطوتين",
  twoStepsText: "أنت ترى بيانات الجميع. اجعل رمزًا من هاتفك يحرسها إلى جانب كلمة مرورك.",
  delays: "من المسح إلى التنبيه",
  delaysNote: "نصفها في هذه المدة، و95% خلال {{p95}}. بالبريد والإشعارات، في آخر 7 أيام.",
  delaysNone: "لم يُرسل أي تنبيه في آخر 7 أيام.",
  reunited: "عادوا إلى بيوتهم",
  reunitedNote: "نصفهم خلال {{span}}. برمز التسليم.",
  reunitedNone: "لم يكتب أحد رمز تسليم بعد.",
  cashDue: "نقد لم يُحصّل بعد",
  cashDueNote: "طلبات سُلّمت ولم يُحصّل ثمنها",
  tagStates: "البطاقات حسب حالتها",
  joined: "حسابات جديدة",
  scanned: "عمليات مسح من أشخاص",
  perDay_zero: "لا شيء في آخر 30 يومًا",
  perDay_one: "واحد في آخر 30 يومًا",
  perDay_two: "اثنان في آخر 30 يومًا",
  perDay_few: "{{count}} في آخر 30 يومًا",
  perDay_many: "{{count}} في آخر 30 يومًا",
  perDay_other: "{{count}} في آخر 30 يومًا",
  day: "اليوم",
  count: "العدد",
};
