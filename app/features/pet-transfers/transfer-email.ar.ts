import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { transferLetterEn } from "./transfer-email.en.ts";

export const transferLetterAr: ArabicOf<typeof transferLetterEn> = {
  subject: "عرض من {{giver}}: أن تأخذ {{name}}",
  text: "هذا عرض من {{giver}} بأن تأخذ {{name}}، مع الملف والسجل الصحي والبطاقات التي على الطوق.",
  how: "أنشئ حسابًا في أليف بهذا البريد، واطّلع على كل شيء بهدوء، ثم اقبل أو اعتذر خلال 7 أيام.",
  action: "شاهد العرض",
  footer: "تصلك هذه الرسالة مرة واحدة، لأن بريدك ورد في عرض من {{giver}}. إن لم تفعل شيئًا فلن يحدث شيء.",
};
