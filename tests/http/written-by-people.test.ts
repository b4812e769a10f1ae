// Protects people who write a number, an address or a code as they know it: what can only mean one thing is taken.
import { expect, test } from "vitest";
import { weightField } from "#app/features/pets/pets.forms.server.ts";
import { microchipNumber } from "#app/features/pets/pets.rules.ts";
import { codeKey } from "#app/features/tags/tag-code.rules.ts";
import { isTimeZone, listTimeZones } from "#app/features/users/time-zones.server.ts";
import { createPhoneField, emailLine } from "#app/platform/http/forms/fields.server.ts";

const codeOf = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.success ? null : result.error!.issues[0]!.message;

test.each([
  ["201001234567+", "+201001234567"],
  ["tel:+20 100 123 4567", "+201001234567"],
  ["TEL:01001234567", "+201001234567"],
  ["٠١٠٠ ١٢٣ ٤٥٦٧", "+201001234567"],
  ["Tel. 01001234567", "+201001234567"],
  ["ت: ٠١٠٠١٢٣٤٥٦٧", "+201001234567"],
  ["whatsapp:+201001234567", "+201001234567"],
  ["https://wa.me/966501234567", "+966501234567"],
  ["01001234567 (واتس)", "+201001234567"],
])("reads the phone number %s", (typed, number) => {
  expect(createPhoneField("EG").parse(typed)).toBe(number);
});

test("a hotline is a company's number and no person's; two numbers in one field are named as such", () => {
  const company = createPhoneField("EG", { isCompany: true });
  for (const short of ["19666", "16123", "١٩٦٦٦", " 19 666 ", "Hotline: 19666", "خط ساخن ١٩٦٦٦"])
    expect(company.parse(short)).toMatch(/^1[69]\d{3}$/);
  expect(codeOf(createPhoneField("EG").safeParse("19666"))).toBe("errors.phone");
  for (const wrong of ["12345", "1966", "196666", "999"]) expect(codeOf(company.safeParse(wrong))).toBe("errors.phone");
  for (const two of [
    "0100 123 4567 / 0111 222 3333",
    "01001234567, 01112223333",
    "01001234567 أو 01112223333",
    "0100 123 4567 - 0111 222 3333",
    "01001234567-01112223333",
    "٠١٠٠١٢٣٤٥٦٧ ٠١١١٢٢٢٣٣٣٣",
    "01001234567\n01112223333",
  ])
    expect(codeOf(createPhoneField("EG").safeParse(two))).toBe("errors.phoneSeveral");
});

test.each([
  ["info@xn--mgbaam7a8h.xn--wgbh1c", "info@xn--mgbaam7a8h.xn--wgbh1c"],
  ["ahmed@مثال.مصر", "ahmed@xn--mgbh0fb.xn--wgbh1c"],
  ["a&b@example.com", "a&b@example.com"],
  ["first.last/dept@example.com", "first.last/dept@example.com"],
  ["O'Neil+dogs@Example.COM", "o'neil+dogs@example.com"],
  ["a@sub.physik.uni-muenchen.de", "a@sub.physik.uni-muenchen.de"],
])("reads the address %s", (typed, address) => {
  expect(emailLine.parse(typed)).toBe(address);
});

test.each(["", "a", "a@", "@b.com", "a@b", "a@localhost", "a b@c.com", "a@b..com", "a..b@c.com", "a@1.2.3.4", "a@b.c"])(
  "refuses %j as an address",
  (typed) => {
    expect(emailLine.safeParse(typed).success).toBe(false);
  },
);

test.each([
  ["4.5kg", 4.5],
  ["4.5 kg", 4.5],
  ["4,5", 4.5],
  ["٤٫٥ كجم", 4.5],
  ["5 كيلو", 5],
  ["4500 g", 4.5],
  ["١٢٠٠ جرام", 1.2],
  ["12 kilograms", 12],
])("reads the weight %s", (typed, kilograms) => {
  expect(weightField.parse(typed)).toBe(kilograms);
});

test("a weight that can mean two things is asked back", () => {
  for (const typed of ["1,200", "1,200 kg", "12,500"])
    expect(codeOf(weightField.safeParse(typed))).toBe("pets.weightAmbiguous");
  for (const typed of ["", "kg", "-3", "4.5.6", "500", "4 pounds"])
    expect(codeOf(weightField.safeParse(typed))).toBe("pets.weightRange");
});

test.each([
  ["AVID*012*345*678", "012345678"],
  ["ISO 982000123456789", "982000123456789"],
  ["#982000123456789", "982000123456789"],
  ["Chip no.: 982 000 123 456 789", "982000123456789"],
  ["982000123456789 (ISO)", "982000123456789"],
  ["رقم 982000123456789", "982000123456789"],
  ["24PetWatch 982 000 123 456 789", "982000123456789"],
  ["ISO11784 982000123456789", "982000123456789"],
  ["ISO 11784/5: 982000123456789", "982000123456789"],
  ["0A1B2C3D4E", "0A1B2C3D4E"],
])("reads the microchip number %s", (typed, number) => {
  expect(microchipNumber(typed)).toBe(number);
});

test.each(["98200012345678", "9820001234567890", "AVID", "982000123456789 982000123456780", "1 982000123456789", ""])(
  "refuses %j as a microchip number",
  (typed) => {
    expect(microchipNumber(typed)).toBeNull();
  },
);

test.each([
  "&fbclid=IwAR0abc",
  "?utm=1",
  "%3Ffbclid%3D1",
  ";jsessionid=1",
  "#top",
  "%26fbclid=1",
  "%0A",
  "\nRocky",
  "|x",
  "=",
  ")",
])("a tag's code is the same with %s behind it", (appended) => {
  expect(codeKey(`DEMO-LINKED${appended}`)).toBe(codeKey("DEMO-LINKED"));
});

test("time zones have their present names, are valid under former ones too, and UTC is one", () => {
  const offered = listTimeZones("en").map(({ value }) => value);
  for (const zone of [
    "Asia/Kolkata",
    "Asia/Yangon",
    "Europe/Kyiv",
    "Asia/Ho_Chi_Minh",
    "America/Nuuk",
    "America/Argentina/Cordoba",
    "UTC",
  ])
    expect(offered).toContain(zone);
  for (const former of ["Asia/Calcutta", "Europe/Kiev", "America/Cordoba", "America/Indianapolis"]) {
    expect(offered).not.toContain(former);
    expect(isTimeZone(former)).toBe(true);
  }
  for (const none of ["+02:00", "Mars/Base", "", "cairo"]) expect(isTimeZone(none)).toBe(false);
});
