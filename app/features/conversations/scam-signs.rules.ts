import { foldForSearch } from "#app/platform/i18n/text/arabic-fold.rules.ts";

/**
 * Typical requests of lost-pet scammers: payment in advance, a verification code, a money transfer, contact outside the
 * site, or claiming to be an institution.
 */
const scamSigns = ["payFirst", "code", "transfer", "elsewhere", "office"] as const;
export type ScamSign = (typeof scamSigns)[number];

// Matched against text normalized by `foldForSearch`: no hamza, ة becomes ه, ى becomes ي.
const patterns: Record<ScamSign, RegExp[]> = {
  payFirst: [
    /\b(pay|transfer|deposit)\b.{0,40}\b(first|before|now|advance|upfront|up front)\b/,
    /\bsend\b.{0,25}\b(money|cash|fee|fees|payment|deposit)\b/,
    /\b(advance|upfront|up front)\b.{0,20}\b(payment|fee|money)\b/,
    /\b(shipping|delivery|transport|vet|boarding|release|courier|customs)\s+(fee|fees|cost|costs|bill|charges?)\b/,
    /(ادفع|تدفع|دفع).{0,40}(الاول|اولا|قبل|مقدم|مقدما|عربون|دلوقتي|حالا)/,
    /(ابعت|ارسل|ابعث|حول).{0,25}(فلوس|مبلغ|مصاريف|رسوم|عربون|نقود)/,
    /(مصاريف|رسوم|تكاليف|فاتوره|حساب)\s+(ال)?(شحن|توصيل|نقل|علاج|بيطري|عياده|جمرك|جمارك|استلام|ايواء)/,
  ],
  code: [
    /\b(verification|security|confirmation|google|whatsapp|sms|one[- ]time|6[- ]digit|six[- ]digit)\b.{0,20}\b(code|pin|password|number)\b/,
    /\b(code|pin|otp)\b.{0,40}\b(sent|send|text|texted|received|tell|read|share|give)\b/,
    /\b(send|tell|read|share|give|forward)\b.{0,30}\b(code|pin|otp)\b/,
    /\botp\b/,
    /(كود|رمز|الرمز|الكود|رقم)\s*(ال)?(تحقق|تاكيد|تفعيل|سري|امان|واتساب|جوجل)/,
    /(ابعت|ارسل|اعط|ادي|قول|قل|هات|وصلك|جالك|جاك|جالي|سيصلك|هيوصلك|شارك).{0,30}(كود|رمز|الكود|الرمز)/,
  ],
  transfer: [
    /\b(western union|moneygram|cash ?app|zelle|venmo|paypal|gift ?cards?|bitcoin|crypto|usdt|instapay|vodafone cash|orange cash|etisalat cash|wire transfer|iban)\b/,
    /\b(paypal\.me|cash\.app|ipn\.eg)\b/,
    /(فودافون كاش|اورنج كاش|اتصالات كاش|انستا ?باي|ويسترن يونيون|محفظه|كروت? شحن|كارت شحن|بطاقات? هدايا|بيتكوين|ايبان|حواله|تحويل بنكي)/,
  ],
  elsewhere: [
    /https?:\/\/|\bwww\.|\b(bit\.ly|tinyurl\.com|t\.me|wa\.me|goo\.gl|cutt\.ly|rb\.gy)\b/,
    /\b[a-z0-9-]{2,63}\.(com|net|org|info|xyz|top|site|online|shop|click|link|live|me|co|io)\b/,
  ],
  office: [
    /\b(animal control|city shelter|humane society|emergency (vet|clinic|hospital)|urgent care|surgery|operation)\b.{0,80}\b(pay|payment|fee|cost|money|bill|deposit|charge)/,
    /(عمليه|جراحه|حادث|مستشفي|طوارئ|طواري|ملجا|الملجا).{0,80}(ادفع|تدفع|دفع|مبلغ|فلوس|مصاريف|تكاليف|فاتوره|حساب)/,
  ],
};

/**
 * Returns the signs of fraud in a message, in English or Arabic. Only used to warn the reader; no message is blocked.
 */
export function scamSignsIn(text: string): ScamSign[] {
  const folded = foldForSearch(text).replace(/\s+/g, " ");
  return scamSigns.filter((sign) => patterns[sign].some((pattern) => pattern.test(folded)));
}
