import { expect, test } from "vitest";
import common from "#tests/vectors/common-passwords.json" with { type: "json" };
import { signUpForm } from "./auth.forms.server.ts";
import { isStrongEnough, passwordMaxLength } from "./auth.rules.ts";

test("a password that is too long is not looked at any further: comparing it would take longer and longer", () => {
  const password = "@".repeat(passwordMaxLength + 1);
  const { error } = signUpForm.safeParse({ firstName: "Mona", email: "mona@example.com", password });
  expect(error?.issues.map(({ code }) => code)).toEqual(["too_big"]);
});

test.each(["Aleef-2026!", "@leef-1234", "aleefpet#1", "My-Pet-123", "4dmin-2026!"])(
  "%s is made of names of our own, which everybody tries first",
  (password) => {
    const { error } = signUpForm.safeParse({ firstName: "Mona", email: "mona@example.com", password });
    expect(error?.issues.map(({ message }) => message)).toEqual(["accounts.commonPassword"]);
  },
);

test.each(common.passwords)(
  "%s is refused, as is every common password that our rule would let through",
  (password) => {
    expect(isStrongEnough(password)).toBe(true);
    const { error } = signUpForm.safeParse({ firstName: "Mona", email: "mona@example.com", password });
    expect(error?.issues.map(({ message }) => message)).toEqual(["accounts.commonPassword"]);
  },
);
