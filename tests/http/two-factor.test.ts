// A stolen password would open a page before the second code was asked for.
import { describe, expect, test } from "vitest";
import { findTwoFactor } from "#app/features/auth/two-factor/two-factor.server.ts";
import { authenticator } from "#tests/authenticator.ts";
import { password, signUpTestUser } from "#tests/make.ts";
import { withTwoFactor } from "#tests/make-two-factor.ts";
import { openSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite();
const strict = await openSite({}, { site: { adminTwoFactor: true } });

const page = "/dashboard/settings/security/two-steps";
const sessionName = "aleef.session_token";

/** Returns a browser that has entered the password of an account with two-factor sign-in. */
async function passwordEntered(email: string, to = ""): Promise<Visitor> {
  const as = new Visitor();
  const answer = await site.post("/auth", { intent: "signIn", email, password, to }, { as });
  expect(answer.status).toBe(303);
  const query = to ? `?to=${encodeURIComponent(to)}` : "";
  expect(answer.headers.get("location")).toBe(`/auth/second-step${query}`);
  return as;
}

describe("two-factor sign-in", () => {
  test("gives no access before the code and then continues to the requested page", async () => {
    const owner = await signUpTestUser(site.ctx, "steps@example.com");
    const { codes } = await withTwoFactor(site.ctx, owner);
    const as = await passwordEntered(owner.email, "/dashboard/pets?q=x");
    expect(as.value(sessionName)).toBeUndefined();
    expect((await site.get("/dashboard", { as })).status).toBe(302);
    expect(await (await site.get("/session", { as })).json()).toMatchObject({ isAuthenticated: false });
    const shown = await site.getText("/auth/second-step?to=%2Fdashboard%2Fpets", { as });
    expect(shown).toContain('autoComplete="one-time-code"');
    expect(shown).toContain('inputMode="numeric"');
    const done = await site.post("/auth/second-step", { code: codes[0]!, to: "/dashboard/pets?q=x" }, { as });
    expect([done.status, done.headers.get("location")]).toEqual([303, "/dashboard/pets?q=x"]);
    expect(as.value(sessionName)).toBeDefined();
    expect(as.value("aleef.second_step")).toBeUndefined();
    expect((await site.get("/dashboard", { as })).status).toBe(200);
  });

  test("shows an error next to a wrong code, keeps it, and says the same about a used one", async () => {
    const owner = await signUpTestUser(site.ctx, "wrong@example.com");
    const { codes } = await withTwoFactor(site.ctx, owner);
    await site.post("/auth/second-step", { code: codes[0]!, to: "" }, { as: await passwordEntered(owner.email) });
    const as = await passwordEntered(owner.email);
    for (const code of [codes[0]!, "ZZZZZ-ZZZZZ"]) {
      const answer = await site.post("/auth/second-step", { code, to: "" }, { as });
      expect(answer.status).toBe(401);
      const text = await answer.text();
      expect(text).toContain("This recovery code doesn&#x27;t work.");
      expect(text).toContain(`value="${code}"`);
    }
    for (const [code, sentence] of [
      ["", "This field is required"],
      ["12345", "Enter the six-digit code from your app"],
      ["x".repeat(500), "The maximum length is 100 characters"],
    ]) {
      const answer = await site.post("/auth/second-step", { code: code!, to: "" }, { as });
      expect([code, answer.status, (await answer.text()).includes(sentence!)]).toEqual([code, 400, true]);
    }
  });

  test("starts over after five wrong codes and revokes the permission to try", async () => {
    const owner = await signUpTestUser(site.ctx, "five@example.com");
    const { codes } = await withTwoFactor(site.ctx, owner);
    const as = await passwordEntered(owner.email);
    for (let tries = 1; tries < 5; tries++)
      await site.post("/auth/second-step", { code: "ZZZZZ-ZZZZZ", to: "//evil.example" }, { as });
    const over = await site.post("/auth/second-step", { code: "ZZZZZ-ZZZZZ", to: "//evil.example" }, { as });
    expect([over.status, over.headers.get("location")]).toEqual([303, "/auth"]);
    const late = await site.post("/auth/second-step", { code: codes[0]!, to: "/store" }, { as });
    expect([late.status, late.headers.get("location")]).toEqual([303, "/auth?to=%2Fstore"]);
    expect((await site.get("/auth/second-step?to=%2Fstore", { as })).headers.get("location")).toBe("/auth?to=%2Fstore");
    expect(as.value(sessionName)).toBeUndefined();
  });

  test("redirects to no other site", async () => {
    const owner = await signUpTestUser(site.ctx, "evil@example.com");
    const { codes } = await withTwoFactor(site.ctx, owner);
    for (const [at, to] of ["//evil.example", "https://evil.example", "/\\evil.example"].entries()) {
      const as = new Visitor();
      const first = await site.post("/auth", { intent: "signIn", email: owner.email, password, to }, { as });
      expect(first.headers.get("location")).toBe("/auth/second-step");
      const done = await site.post("/auth/second-step", { code: codes[at]!, to }, { as });
      expect(done.headers.get("location")).toBe("/dashboard");
    }
  });
});

test("is turned on without scripts and with Arabic digits; the recovery codes are only shown once", async () => {
  const owner = await signUpTestUser(site.ctx, "plain@example.com");
  const as = await site.signInAs(owner.email);
  expect((await site.post(page, { intent: "begin", currentPassword: "Wrong-walk-1" }, { as })).status).toBe(400);
  expect((await site.post(page, { intent: "begin", currentPassword: password }, { as })).status).toBe(303);
  const { setup } = await findTwoFactor(site.ctx, owner);
  expect(await site.getText(page, { as })).toContain(setup!.formattedKey);
  const inArabic = authenticator(setup!.formattedKey)(new Date()).replace(
    /\d/g,
    (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)]!,
  );
  const answer = await site.post(page, { intent: "confirm", code: inArabic }, { as });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toContain("no-store");
  const codes = [...new Set((await answer.text()).match(/\b[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}\b/g))];
  expect(codes).toHaveLength(10);
  const later = await site.getText(page, { as });
  expect(codes.filter((code) => later.includes(code))).toEqual([]);
  expect(later).toContain("10 recovery codes left");
  expect(later).not.toContain(setup!.formattedKey);
});

test("the admin panel, if configured, opens only to administrators with two factors", async () => {
  const admin = await signUpTestUser(strict.ctx, "strict@example.com", { role: "admin" });
  const as = await strict.signInAs(admin.email);
  for (const path of ["/admin", "/admin/users", "/admin/counts", "/admin/tags.csv", "/admin.data"]) {
    const answer = await strict.get(path, { as });
    const body = await answer.text();
    const leadsToSetup = answer.headers.get("location") === page || body.includes(page);
    expect([path, leadsToSetup, answer.status === 200 && !path.endsWith(".data")]).toEqual([path, true, false]);
  }
  expect(await strict.getText(page, { as })).toContain("Turn it on here first.");
  const { cookies } = await withTwoFactor(strict.ctx, admin);
  const safe = new Visitor();
  safe.keep(cookies, "/");
  expect((await strict.get("/admin/users", { as: safe })).status).toBe(200);
});
