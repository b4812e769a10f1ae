// Breaks for people whose browser blocks cookies: they press "Log in" again and again, as if the password were wrong.
import { describe, expect, test } from "vitest";
import { password, signUpTestUser } from "#tests/make.ts";
import { textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite();
await signUpTestUser(site.ctx, "mona@example.com");

/** Follows the redirects of a form; without a visitor, as a browser that keeps no cookie. */
async function submit(path: string, form: Record<string, string>, language: string, as?: Visitor) {
  let answer = await site.post(path, form, { language, as });
  let at = path;
  for (let hops = 0; answer.status >= 300 && answer.status < 400 && hops < 6; hops++) {
    at = answer.headers.get("location")!;
    answer = await site.get(at, { language, as });
  }
  return { at, status: answer.status, text: textOf(await answer.text()) };
}

const signIn = { intent: "signIn", email: "mona@example.com", password, to: "/dashboard/pets" };

describe.each(["en", "ar"] as const)("in %s", (language) => {
  const t = site.ctx.translator(language);

  test("signing in without cookies says that they are blocked, and where to return to stays", async () => {
    const { at, text } = await submit("/auth", signIn, language);
    expect(text).toContain(t("common.cookiesBlocked"));
    expect(text).toContain(t("accounts.auth.forgot"));
    expect(at).toContain("to=%2Fdashboard%2Fpets");
  });

  test("a first visit with cookies leads to the page and leaves no mark in the address", async () => {
    const { at, text } = await submit("/auth", signIn, language, new Visitor());
    expect(at).toBe("/dashboard/pets");
    expect(text).not.toContain(t("common.cookiesBlocked"));
  });
});

test("choosing a language without cookies changes the page and says that it cannot be kept", async () => {
  const { text } = await submit("/language", { language: "ar", to: "/about?lang=en" }, "en");
  expect(text).toContain(site.ctx.translator("ar")("common.cookiesBlocked"));
  const first = await submit("/language", { language: "ar", to: "/about?x=1" }, "en", new Visitor());
  expect(first.at).toBe("/about?x=1");
  expect(first.text).not.toContain(site.ctx.translator("ar")("common.cookiesBlocked"));
});

test("the second step of signing in cannot begin without cookies, and says so", async () => {
  const answer = await site.get("/auth/second-step?to=%2Fdashboard%2Fpets");
  const page = await site.get(answer.headers.get("location")!);
  expect(textOf(await page.text())).toContain(site.ctx.translator("en")("common.cookiesBlocked"));
});

test("choosing a theme without cookies says that it cannot be kept", async () => {
  const { text } = await submit("/theme", { theme: "dark", to: "/about" }, "en");
  expect(text).toContain(site.ctx.translator("en")("common.cookiesBlocked"));
});

test("the mark alone says nothing to a browser that keeps cookies", async () => {
  const answer = await site.get("/about?cookies=blocked", { as: new Visitor().set("kept", "1") });
  expect(textOf(await answer.text())).not.toContain(site.ctx.translator("en")("common.cookiesBlocked"));
});
