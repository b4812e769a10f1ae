// A phone number written into a report would be public, for fraudsters to call the family.
import { expect, test } from "vitest";
import { withoutContacts } from "./reports.rules.ts";

test.each([
  ["write to mona.n@mail.com please", "write to ••• please"],
  ["x@y . com, أو +20 100 123 4567", "•••, أو •••"],
  ["٠١٠٠١٢٣٤٥٦٧", "•••"],
  [`${"a".repeat(40_000)}@mail.com`, "•••"],
  ["She weighs 4.5 kg and is 3 years old @ home", "She weighs 4.5 kg and is 3 years old @ home"],
])("withoutContacts masks contact details: %#", (text, kept) => {
  expect(withoutContacts(text)).toBe(kept);
});
