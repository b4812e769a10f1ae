import { expect, test } from "vitest";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { getTranslator } from "./words.server.ts";

/** What the specification promises word for word (§2, §5, §6, §8), and the word that says it. */
const promised: [key: WordKey, english: string][] = [
  ["common.error.title", "Something went wrong"],
  ["common.error.text", "An unexpected error occurred"],
  ["common.error.reload", "Reload page"],
  ["common.error.short", "Error"],
  ["common.error.general", "An error occurred"],
  ["common.accessDenied.title", "Access Denied"],
  ["form.required", "This field is required"],
  ["tags.countRange", "Please enter a number between 1 and 100"],
  ["tags.selectPet", "Please select a pet to link"],
  ["tags.inUse", "This tag code is already in use. Please use a different code."],
  ["tags.ownedByAnother", "This tag is owned by another user and cannot be claimed."],
  ["tags.unknown", "Tag Not Found: the tag doesn't exist or may have been deactivated"],
  ["tags.linkFailed", "Failed to link pet to tag"],
  ["tags.claimFailed", "Failed to claim this tag"],
  ["tags.generateFailed", "Failed to generate tags"],
  ["tags.removeFailed", "Failed to delete tag"],
  ["tags.fetchFailed", "Failed to fetch tags"],
  ["tags.added", "New NFC tag added"],
  ["tags.claimed", "Tag claimed"],
  ["tags.linked", "Pet linked to tag"],
  ["tags.unlinked", "Tag unlinked"],
  ["tags.activated", "Tag activated"],
  ["tags.deactivated", "Tag deactivated"],
  ["tags.removed", "Tag deleted"],
  ["tags.linkCopied", "Tag link copied"],
  ["accounts.newPasswordsDontMatch", "New passwords don't match"],
  ["accounts.passwordsMustMatch", "Passwords must match"],
  ["accounts.profileFailed", "Failed to update profile"],
  ["accounts.passwordFailed", "Failed to update password"],
  ["accounts.pleaseLogIn", "Please log in to access this page"],
  ["accounts.accessDenied", "Access Denied"],
  ["accounts.adminRequired", "Administrator access is required for this page"],
  ["shell.logoutFailed", "An error occurred during logout"],
  ["adminArea.check.logoutFailed", "There was an error logging you out."],
  ["accounts.profileUpdated", "Profile updated successfully"],
  ["accounts.passwordUpdated", "Password updated successfully"],
  ["accounts.languageUpdated", "Language updated successfully"],
  ["accounts.loggedOut", "You've been logged out successfully"],
  ["cart.added", "Added to Cart"],
  ["subscription.sent", "Upgrade request submitted"],
  ["adminArea.administrator", "Administrator"],
  ["adminArea.check.unauthorized", "Unauthorized"],
  ["adminArea.check.unauthorizedText", "You must be logged in to access this page"],
  ["adminArea.check.denied", "Access Denied"],
  ["adminArea.check.deniedText", "You don't have permission to access the admin panel"],
  ["adminArea.check.failed", "There was an error verifying your access"],
];

test.each(promised)("%s says “%s”", (key, english) => {
  expect(getTranslator("en")(key)).toBe(english);
  expect(getTranslator("ar")(key)).toMatch(/\p{Script=Arabic}/u);
});

test.each([
  ["accounts.registered", /^Registration successful/],
  ["accounts.loggedIn", /logged in$/],
  ["accounts.resetSent", /^Reset email sent/],
  ["accounts.passwordReset", /^Password reset/],
  ["accounts.fields.passwordRule", /^At least 8 characters, with a number and a special character/],
] as const)("%s says it with more", (key, start) => {
  expect(getTranslator("en")(key)).toMatch(start);
});

test("numbers and names are put in", () => {
  const en = getTranslator("en");
  expect(en("tags.generated", { count: 12 })).toBe("12 new tags generated");
  expect(en("errors.minLength", { length: 8 })).toContain("8");
  expect(en("form.maxLength", { length: 80 })).toContain("80");
});
