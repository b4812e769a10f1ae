// Administrators with an Arabic keyboard would press a shortcut and nothing would happen.
import { expect, test } from "vitest";
import { shortcutKeyOf } from "./shortcuts.tsx";

test("a shortcut works on an Arabic keyboard layout and with Caps Lock", () => {
  const pressed = [
    { key: "d", code: "KeyD" },
    { key: "ي", code: "KeyD" },
    { key: "D", code: "KeyD" },
    { key: "ن", code: "KeyK" },
    { key: "لا", code: "KeyB" },
    { key: "ظ", code: "Slash" },
    { key: "/", code: "Digit7" },
  ];
  expect(pressed.map(shortcutKeyOf)).toEqual(["d", "d", "d", "k", "b", "/", "/"]);
});

test("on a Latin layout the typed letter is the shortcut, and keys without a letter keep their names", () => {
  // Dvorak has the k at the place of the v.
  expect(shortcutKeyOf({ key: "k", code: "KeyV" })).toBe("k");
  expect(shortcutKeyOf({ key: ";", code: "KeyZ" })).toBe(";");
  expect(shortcutKeyOf({ key: "Enter", code: "Enter" })).toBe("Enter");
  expect(shortcutKeyOf({ key: "ذ", code: "Backquote" })).toBe("ذ");
});
