import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { plansEn } from "./plans.en.ts";

export const plansAr: ArabicOf<typeof plansEn> = {
  names: { basic: "الأساسية", comfort: "راحة البال", "rescue-plus": "الإنقاذ بلس" },
  used: "{{used}} من {{limit}}، باقة «{{plan}}»",
  usedUnlimited: "باقة «{{plan}}»، بلا حدّ لعدد الحيوانات",
  see: "شاهد الباقات",
  fullTitle: "اكتملت باقتك",
  full: {
    basic:
      "الباقة الأساسية تتسع لحيوان أليف واحد، وقد اكتملت لديك. انتقل إلى «راحة البال» لتضيف حتى 3، أو إلى «الإنقاذ بلس» لتضيف ما تشاء.",
    comfort: "باقة «راحة البال» تتسع لثلاثة حيوانات أليفة، وقد اكتملت لديك. انتقل إلى «الإنقاذ بلس» لتضيف ما تشاء.",
    "rescue-plus": "باقتك بلا حدّ لعدد الحيوانات الأليفة. حاول مرة أخرى من فضلك.",
  },
};
