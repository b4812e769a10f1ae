// An administrator would read the log in the language of their e-mails, not of the page.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#app/features/users/users.tables.server.ts";
import { signUpTestUser } from "#tests/make.ts";
import { grantTestPlan } from "#tests/make-plans.ts";
import { openSite } from "./site.ts";

const site = await openSite();

test("the audit log uses the language of the page, not that of the administrator's e-mails", async () => {
  const { ctx } = site;
  const owner = await signUpTestUser(ctx, "owner@example.com");
  const admin = await signUpTestUser(ctx, "admin@example.com");
  await ctx.db.update(users).set({ role: "admin" }).where(eq(users.id, admin.id));
  await grantTestPlan(ctx, owner, "comfort");
  const as = await site.signInAs("admin@example.com");
  const t = ctx.translator("ar");
  for (const path of ["/admin/audit", `/admin/users/${owner.id}`]) {
    const page = await site.getText(path, { as, language: "ar" });
    expect(page, path).toContain(t("subscription.statuses.approved"));
    expect(page, path).not.toContain(ctx.translator("en")("subscription.statuses.approved"));
  }
});
