import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { messagesEn } from "./messages.en.ts";

export const messagesAr: ArabicOf<typeof messagesEn> = {
  you: "أنت",
  finder: "من عثر عليه",
  family: "عائلة {{petName}}",
  write: "اكتب لهم…",
  writeLabel: "رسالتك",
  send: "أرسل",
  sent: "أُرسلت الرسالة",
  sendFailed: "تعذّر إرسال الرسالة. حاول من جديد.",
  masked: "لا يرى أيٌّ منكما رقم الآخر ولا عنوانه.",
  contact: "للوصول إليه",
  onMyWay: "أنا في الطريق",
  onMyWayDone: "يرى من عثر عليه الآن أنك في الطريق.",
  conversation: "المحادثة",
  empty: "لا رسائل بعد.",
};
