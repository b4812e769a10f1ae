import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { transferLetterEn } from "./transfer-letter.en.ts";

export const transferLetterAr: ArabicOf<typeof transferLetterEn> = {
  subject: "يريد {{giver}} أن يعطيك {{name}}",
  text: "يريد {{giver}} أن يعطيك {{name}}، ومعه ملفه وسجله الصحي والبطاقات على طوقه.",
  how: "أنشئ حسابًا في أليف بهذا البريد، واطّلع على كل شيء بهدوء، ثم اقبل أو اعتذر خلال 7 أيام.",
  action: "شاهد العرض",
  footer: "تصلك هذه الرسالة مرة واحدة لأن {{giver}} كتب بريدك في أليف. إن لم تفعل شيئًا فلن يحدث شيء.",
};
