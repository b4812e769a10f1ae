import { expect, test } from "vitest";
import arabic from "#app/locales/arabic.ts";
import english from "#app/locales/english.ts";
import { listFiles, readText } from "./files.ts";
import { flatten, plural } from "./words.ts";

/** Finds the keys of toasts: those of `showToast`, `redirectWithToast`, its arguments, and `done` that passes them on. */
const toastKeys = [
  /\b(?:done|back|redirectWithToast)\([^;]*?"([a-z]\w*(?:\.\w+)+)"/g,
  /\b(?:showToast\(\{|type: "(?:success|info|warning|error)",)[^}]*?"([a-z]\w*(?:\.\w+)+)"/g,
  /\bconst code = .*?"([a-z]\w*(?:\.\w+)+)"/g,
  /\bconst code = .*? : "([a-z]\w*(?:\.\w+)+)"/g,
];

test("a toast of one sentence has no full stop, and one of several sentences ends like a sentence", async () => {
  const files = (await listFiles()).filter((file) => /^app\/.*\.tsx?$/.test(file) && !/\.test\./.test(file));
  const sources = (await Promise.all(files.map(readText))).join("\n");
  const keys = new Set(toastKeys.flatMap((pattern) => [...sources.matchAll(pattern)].map(([, key]) => key)));
  expect(keys.size).toBeGreaterThan(100);
  const wrong = [...flatten(english), ...flatten(arabic)].filter(
    ([key, text]) =>
      keys.has(key.replace(plural, "")) && !(/[.!?؟](?=\s)/.test(text) ? /[.!?؟}]$/ : /[^.]$/).test(text),
  );
  expect(wrong).toEqual([]);
});
