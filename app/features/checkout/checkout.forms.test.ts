// The courier could not call the buyer, or a buyer would learn of one mistake at a time.
import { expect, test } from "vitest";
import { checkoutForm } from "./checkout.forms.server.ts";

const filled = {
  key: "0199d2a0-0000-7000-8000-000000000001",
  shipping: "standard",
  fullName: "Mona Nassar",
  phone: "0100 123 4567",
  country: "EG",
  governorate: "giza",
  city: "Dokki",
  address: "12 Tahrir Street",
};

const phoneOf = (form: object) => checkoutForm.safeParse({ ...filled, ...form }).data?.phone;
const findErrors = (form: object) =>
  checkoutForm.safeParse({ ...filled, ...form }).error?.issues.map(({ path, message }) => [path.join("."), message]) ??
  [];

test.each([
  ["EG", "٠١٠٠ ١٢٣ ٤٥٦٧", "+201001234567"],
  ["SA", "0501234567", "+966501234567"],
  ["AE", "050 123 4567", "+971501234567"],
  ["SA", "+20 100 123 4567", "+201001234567"],
  ["DE", "0151 23456789", "+4915123456789"],
])("to %s, %s is read as %s", (country, phone, number) => {
  expect(phoneOf({ country, phone })).toBe(number);
});

test("rejects a number that is not valid in the country", () => {
  expect(findErrors({ country: "SA", phone: "0100 123 4567" })).toEqual([["phone", "errors.phone"]]);
  for (const phone of ["123", "call me", "+999123456789", "0".repeat(5_000)])
    expect(findErrors({ phone })).toEqual([["phone", "errors.phone"]]);
});

test("reports all invalid fields together", () => {
  const paths = findErrors({ governorate: undefined, phone: "1", city: undefined, fullName: undefined }).map(
    ([path]) => path,
  );
  expect(paths.sort()).toEqual(["city", "fullName", "governorate", "phone"]);
});
