// People would be let in with passwords anybody guesses, or be refused for an address they copied.
import { expect, test } from "vitest";
import common from "#tests/vectors/common-passwords.json" with { type: "json" };
import { signUpForm } from "./auth.forms.server.ts";
import { isStrongEnough, passwordMaxLength } from "./auth.rules.ts";

test("does not check a password that is too long any further, since comparing it would take ever longer", () => {
  const password = "@".repeat(passwordMaxLength + 1);
  const { error } = signUpForm.safeParse({ firstName: "Mona", email: "mona@example.com", password });
  expect(error?.issues.map(({ code }) => code)).toEqual(["too_big"]);
});

test.each(["Aleef-2026!", "@leef-1234", "aleefpet#1", "My-Pet-123", "4dmin-2026!"])(
  "rejects %s, which is built from obvious words of this product",
  (password) => {
    const { error } = signUpForm.safeParse({ firstName: "Mona", email: "mona@example.com", password });
    expect(error?.issues.map(({ message }) => message)).toEqual(["accounts.commonPassword"]);
  },
);

test.each(common.passwords)("rejects the common password %s, although it meets the strength rule", (password) => {
  expect(isStrongEnough(password)).toBe(true);
  const { error } = signUpForm.safeParse({ firstName: "Mona", email: "mona@example.com", password });
  expect(error?.issues.map(({ message }) => message)).toEqual(["accounts.commonPassword"]);
});

test("accepts an e-mail address that was copied with direction marks", () => {
  const read = signUpForm.safeParse({
    firstName: "Mona",
    email: "\u200e\u202aMona@example.com\u202c ",
    password: "Sunny-walk-7",
  });
  expect(read.data?.email).toBe("mona@example.com");
});
