// Protects the operator: the settings page works without scripts, keeps what was typed, and what it saves is shown at once.

import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { users } from "#app/features/users/users.tables.server.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { signUpTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";

const site = await openSite();
const { id, email } = await signUpTestUser(site.ctx, "admin@example.com");
await site.ctx.db.update(users).set({ role: "admin" }).where(eq(users.id, id));
const as = await site.signInAs(email);

const seller = { intent: "seller", version: "0", name: "Nile Pets", address: "12 Brazil Street", taxRate: "14" };

test("a wrong value is refused with a message, and everything typed stays", async () => {
  const answer = await site.post("/admin/settings", { ...seller, taxRate: "140", email: "nobody" }, { as });
  expect(answer.status).toBe(400);
  const page = await answer.text();
  for (const kept of ["Nile Pets", "12 Brazil Street", 'value="140"', 'value="nobody"']) expect(page).toContain(kept);
  expect(page).toContain('aria-invalid="true"');
  expect(readSiteSettings(site.served).seller.name).toBe("Aleef");
});

test("a saved value is on the pages of this process and of every other one", async () => {
  const answer = await site.post("/admin/settings", seller, { as });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin/settings"]);
  expect(await site.getText("/about")).toContain("12 Brazil Street");
  await vi.waitFor(() => expect(readSiteSettings(site.ctx).seller.name).toBe("Nile Pets"), 10_000);
  const page = await site.getText("/admin/settings", { as });
  for (const shown of ["Nile Pets", "Site settings changed", "Tax rate"]) expect(page).toContain(shown);
});

test("a form that another administrator's change made outdated is refused", async () => {
  const answer = await site.post("/admin/settings", { ...seller, name: "Delta Pets" }, { as });
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain("Another administrator changed these");
});
