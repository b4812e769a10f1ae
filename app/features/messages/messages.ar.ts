import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { messagesEn } from "./messages.en.ts";

export const messagesAr: ArabicOf<typeof messagesEn> = {
  you: "أنت",
  finder: "من وجده",
  family: "عائلة {{petName}}",
  owner: "صاحب البطاقة",
  write: "اكتب لهم…",
  writeLabel: "رسالتك",
  send: "أرسل",
  sent: "أُرسلت الرسالة",
  sendFailed: "تعذّر إرسال الرسالة. حاول من جديد.",
  masked: "لا يرى أيٌّ منكما رقم الآخر ولا عنوانه.",
  contact: "للوصول إليه",
  onMyWay: "أنا في الطريق",
  onMyWayDone: "يرى من وجده الآن أنك في الطريق.",
  conversation: "المحادثة",
  empty: "لا رسائل بعد.",
  scam: {
    title: "احترس من هذه الرسالة",
    payFirst: "تطلب مالًا قبل أن تستعيد حيوانك.",
    code: "تطلب رمزًا. لا تعطِ أحدًا رمزًا وصل إلى هاتفك، فهو يفتح حساباتك أنت.",
    transfer: "تذكر طريقة لتحويل المال لا يمكن استرداده بعدها.",
    elsewhere: "تقود إلى موقع آخر. ابقَ هنا حيث لا يرى أيٌّ منكما رقم الآخر.",
    office: "الملاجئ والعيادات لا تطلب المال برسالة.",
  },
};
