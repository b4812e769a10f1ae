// A person whose form fails would be told nothing they can act on.
import { expect, test } from "vitest";
import ar from "#app/locales/ar/tags.json" with { type: "json" };
import en from "#app/locales/en/tags.json" with { type: "json" };
import { query } from "#tests/databases.ts";
import { createClaimedTag, createTestPet, createTestTag, password, signUpTestUser } from "#tests/make.ts";
import { textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";

const words = { en, ar };
const site = await openSite();

const owner = await signUpTestUser(site.ctx, "owner@example.com");
await signUpTestUser(site.ctx, "admin@example.com");
await query(site.databaseUrl, "update users set role = 'admin' where email = 'admin@example.com'");
const petId = await createTestPet(site.ctx, owner);
const [own, free] = [await createClaimedTag(site.ctx, owner), await createTestTag(site.ctx)];
const visitors = { owner: await site.signInAs("owner@example.com"), admin: await site.signInAs("admin@example.com") };

await query(
  site.databaseUrl,
  `create function fail() returns trigger language plpgsql as $$ begin raise exception 'canary'; end $$;
   create trigger fail before insert or update or delete on tags execute function fail();
   create trigger fail before update on users execute function fail();
   create trigger fail before update on sign_in_methods execute function fail();`,
);

const newPassword = "Other-walk-88";
const profile = { firstName: "Mona", lastName: "", phone: "", address: "", city: "", state: "", zipCode: "" };
const security = { currentPassword: password, newPassword, confirmPassword: newPassword };

test.each([
  ["owner", "/dashboard/tags", { intent: "claim", code: free.code }, "Failed to claim this tag"],
  ["owner", `/tag/${free.code}`, { intent: "claim" }, "Failed to claim this tag"],
  ["owner", "/dashboard/tags-management", { intent: "link", tagId: own.id, petId }, "Failed to link pet to tag"],
  ["owner", "/dashboard/tags", { intent: "remove", tagId: own.id }, "Failed to delete tag"],
  ["admin", "/admin/tags", { intent: "generate", count: "1" }, "Failed to generate tags"],
  [
    "owner",
    "/dashboard/settings",
    { intent: "profile", ...profile, country: "", timeZone: "Africa/Cairo" },
    "Failed to update profile",
  ],
  ["owner", "/dashboard/settings/security", { intent: "password", ...security }, "Failed to update password"],
] as const)("%s at %s: %j fails with “%s”", async (who, path, form, message) => {
  const answer = await site.post(path, form, { as: visitors[who].copy() });
  const text = textOf(await answer.text());
  expect(text).toContain(message);
  expect(text).not.toContain("canary");
  expect(answer.status).toBe(500);
});

test.each(["en", "ar"] as const)(
  "every list of tags says that it could not be read, and lets the person try again (%s)",
  async (language) => {
    await query(site.databaseUrl, "alter table tags rename to tags_away");
    try {
      for (const [who, path] of [
        ["owner", "/dashboard/tags"],
        ["owner", "/dashboard/tags-management"],
        ["admin", "/admin/tags"],
      ] as const) {
        const answer = await site.get(path, { as: visitors[who].copy(), language });
        const text = textOf(await answer.text());
        expect([path, answer.status]).toEqual([path, 500]);
        expect(text).toContain(words[language].fetchFailed);
        expect(text).toContain(words[language].tryAgain);
      }
    } finally {
      await query(site.databaseUrl, "alter table tags_away rename to tags");
    }
  },
);
