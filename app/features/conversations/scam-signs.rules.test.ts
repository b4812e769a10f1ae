// A worried owner would pay a fraudster unwarned, or be warned of an honest finder.
import { describe, expect, test } from "vitest";
import { scamSignsIn } from "./scam-signs.rules.ts";

describe("scamSignsIn detects typical requests of scammers", () => {
  test.each([
    ["Send the transport fee first and I will bring him", ["payFirst"]],
    ["Please pay the vet fees before I release the dog", ["payFirst"]],
    ["I sent you a 6-digit code, read it to me so I know you are real", ["code"]],
    ["Just tell me the Google verification code", ["code"]],
    ["Western Union or gift cards only", ["transfer"]],
    ["you can use InstaPay", ["transfer"]],
    ["see his photos at http://petz-found.example/x", ["elsewhere"]],
    ["write me on wa.me", ["elsewhere"]],
    ["He is at the city shelter for surgery, you must send a deposit", ["office"]],
    ["ابعت مصاريف الشحن الأول وأنا أجيبه لك", ["payFirst"]],
    ["ادفع عربون قبل ما أسلمك القطة", ["payFirst"]],
    ["وصلك كود على الموبايل، ابعتهولي", ["code"]],
    ["ابعتلي رمز التحقق اللي جالك", ["code"]],
    ["حوّل على فودافون كاش", ["transfer"]],
    ["الكلب في المستشفى وعامل عملية ولازم تدفع", ["office"]],
  ])("%s", (text, signs) => {
    expect(scamSignsIn(text)).toEqual(expect.arrayContaining(signs));
  });

  test("ignores Arabic diacritics, stretched letters and extra spaces", () => {
    expect(scamSignsIn("ابعَتْ رَمْـــز التحقُّق")).toContain("code");
    expect(scamSignsIn("W E S T E R N  union, ok: WESTERN   UNION")).toContain("transfer");
  });
});

test.each([
  "He is with me at the pharmacy, he is fine.",
  "I saw a brown dog near the Metro station this morning, no collar.",
  "We will meet at the club at 5. Thank you so much!",
  "Can you send me another photo of his ears before we meet?",
  "هي معي الآن وبخير، نلتقي عند الصيدلية.",
  "رأيتها أمس قرب محطة المترو، كانت خائفة.",
  "هل يمكن أن ترسل صورة أخرى قبل أن نلتقي؟",
])("scamSignsIn finds no sign in an honest message: %s", (text) => {
  expect(scamSignsIn(text)).toEqual([]);
});

test("scamSignsIn handles a very long message quickly", () => {
  const started = performance.now();
  scamSignsIn(`${"send ".repeat(4_000)}`);
  scamSignsIn("a".repeat(2_000));
  expect(performance.now() - started).toBeLessThan(5_000);
});
