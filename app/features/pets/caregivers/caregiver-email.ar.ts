import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { carerLetterEn } from "./caregiver-email.en.ts";

export const carerLetterAr: ArabicOf<typeof carerLetterEn> = {
  subject: "دعوة من {{owner}} للمساعدة في رعاية {{name}}",
  text: "هذه دعوة من {{owner}} لتشارك في رعاية {{name}}.",
  levels: {
    alerts: "ستعرف فورًا حين يمسح أحدهم بطاقة {{name}}، وعند الفقد، وعند العودة إلى البيت.",
    see: "ستصلك التنبيهات الخاصة بـ{{name}}، وتستطيع الاطلاع على الملف والسجل الصحي وعمليات المسح.",
    edit: "ستصلك التنبيهات الخاصة بـ{{name}}، وتطّلع على الملف والسجل الصحي وعمليات المسح، وتحدّث الملف والسجل بنفسك.",
  },
  how: "أنشئ حسابًا في أليف بهذا البريد، ثم اقبل أو اعتذر خلال 14 يومًا. لا يكلفك ذلك شيئًا.",
  action: "شاهد الدعوة",
  footer: "تصلك هذه الرسالة مرة واحدة، لأن بريدك ورد في دعوة من {{owner}}. إن لم تفعل شيئًا فلن يحدث شيء.",
};
