// An owner who pastes a number from the contacts would be told it is wrong, or would be called in another country.
import { describe, expect, test } from "vitest";
import { createPhoneField, emailLine } from "./fields.server.ts";

const read = (typed: string) => createPhoneField().safeParse(typed).data ?? null;
const arabic = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));

describe("createPhoneField", () => {
  test.each([
    ["01001234567", "+201001234567"],
    ["+20 100 123 4567", "+201001234567"],
    ["00201001234567", "+201001234567"],
    ["+966 50 123 4567", "+966501234567"],
    ["+971 (50) 123-4567", "+971501234567"],
    ["+4915123456789", "+4915123456789"],
  ])("%s becomes %s, also with Arabic digits", (typed, number) => {
    expect(read(typed)).toBe(number);
    expect(read(arabic(typed))).toBe(number);
  });

  test("accepts a number as phones copy it from a contact, between direction marks", () => {
    for (const [before, after] of ["\u202a\u202c", "\u2066\u2069", "\u200e\u200f"] as const)
      expect(read(`${before}+20 100 123 4567${after}`)).toBe("+201001234567");
  });

  test.each([
    "０１００１２３４５６７",
    "०१००१२३४५६७",
    "0100\u200B123\u20604567",
    "\u061C01001234567",
    "📞 01001234567",
    "☎️ 01001234567",
    '"01001234567"',
    "'01001234567",
    "=01001234567",
    "<01001234567>",
    "01001234567،",
    "0100_123_4567",
    "tel:%2B201001234567",
    "https://wa.me/201001234567?text=%D9%85%D8%B1%D8%AD%D8%A8%D8%A7",
    "https://api.whatsapp.com/send?phone=201001234567",
    "https://web.whatsapp.com/send/?phone=%2B201001234567&text=hi",
    "whatsapp://send?phone=+201001234567",
  ])("accepts %j, as numbers are copied", (typed) => expect(read(typed)).toBe("+201001234567"));

  test("accepts only lengths that exist in the number's country", () => {
    const taken: number[] = [];
    for (let length = 7; length <= 15; length++) {
      const typed = arabic("0100123456789012".slice(0, length));
      if (read(typed)) taken.push(length);
      // Not a number of any country.
      expect(read(`+${arabic("9".repeat(length))}`)).toBeNull();
    }
    expect(taken).toEqual([11]);
  });

  test("reads a number without a country code as one of the given country, which is Egypt by default", () => {
    const readIn = (country: string | null, typed: string) => createPhoneField(country).safeParse(typed).data ?? null;
    // A mobile number in the Gulf, and a landline in Egypt.
    expect(readIn("SA", "050 123 4567")).toBe("+966501234567");
    expect(readIn("AE", "050 123 4567")).toBe("+971501234567");
    expect(readIn(null, "050 123 4567")).toBe("+20501234567");
    expect(readIn("SA", "+20 100 123 4567")).toBe("+201001234567");
    expect(readIn("SA", "00201001234567")).toBe("+201001234567");
  });

  test.each([
    "",
    "12",
    "٠١٠٠",
    "abc",
    "0100 123 456 7890 1234 5678 9012 3456 78",
    "+201001234567;ext=5",
    "+2010012345678",
  ])("rejects %j", (typed) => expect(read(typed)).toBeNull());
});

describe("emailLine", () => {
  test.each([
    "mailto:mona@example.com",
    "Mona Nassar <mona@example.com>",
    "<mona@example.com>",
    "mona@example.com.",
    "mona@example.com،",
    "mona @example.com",
    "mona@ example.com",
    "mona＠example.com",
    "mo\u200Bna@example.com",
    "\u061Cmona@example.com",
  ])("accepts %j, as addresses are copied", (typed) =>
    expect(emailLine.safeParse(typed).data).toBe("mona@example.com"),
  );

  test.each(["write to mona@example.com", "a@example.com b@example.com", "mona@example", "@example.com", "mailto:"])(
    "rejects %j",
    (typed) => expect(emailLine.safeParse(typed).success).toBe(false),
  );
});
