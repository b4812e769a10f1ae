import type { ArabicOf } from "#app/platform/i18n/words.ts";
import type { posterSheetEn } from "./poster-sheet.en.ts";

export const posterSheetAr: ArabicOf<typeof posterSheetEn> = {
  call: { lost: "هل رأيتني؟", found: "هل هذا حيوانك؟", sighting: "هل تعرف هذا الحيوان؟" },
  scan: "وجّه كاميرا هاتفك إلى هنا، أو افتح",
  advice: {
    lost: "من فضلك لا تطارده. لاحظ المكان، والتقط صورة، وامسح الرمز.",
    found: "هل تعرف فيه علامة لا تظهر في الصورة؟ امسح الرمز وصِفها.",
    sighting: "كل كلمة عن أهله تساعد.",
  },
  phone: "أو اتصل",
  title: "ملصق: {{headline}}",
};
