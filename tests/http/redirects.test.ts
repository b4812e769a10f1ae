// A person who signs in by a link from a stranger would land on the stranger's site.
import { expect, test } from "vitest";
import { password, signUpTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite();

/** Redirect targets on another site, or that are not a page. */
const hostile = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "https://evil.example",
  "HTTPS:evil.example",
  "https:/evil.example",
  "http:\\\\evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "mailto:a@example.com",
  "evil.example",
  "@evil.example",
  "/..//evil.example",
  "/.//evil.example",
  "/%2e%2e//evil.example",
  "/x/..//evil.example",
  "//localhost:3000@evil.example",
  "//evil.example\\@localhost:3000",
  "http://localhost:3000.evil.example/",
  "/\u3000/evil.example",
  "/\u2028/evil.example",
  `/${"a".repeat(5_000)}`,
];
const honest = ["/dashboard/pets?x=1#top", "/tag/7K3M-9QXR-2VHT", "/pet/x?a=%2F%2Fb", "/", "/صفحة"];

const isOurs = (location: string) => {
  const url = new URL(location, site.publicUrl);
  return url.origin === site.publicUrl && location.startsWith("/") && !/^\/[/\\]/.test(location);
};

await signUpTestUser(site.ctx, "back@example.com");
const as: Visitor = await site.signInAs("back@example.com");

test.each(hostile)("the redirect target %j never leads to another site", async (to) => {
  const query = `to=${encodeURIComponent(to)}`;
  const signedIn = await site.get(`/auth?${query}`, { as });
  const language = await site.post("/language", { language: "en", to });
  const theme = await site.post("/theme", { theme: "dark", to });
  const verify = await site.get(`/auth/verify?token=x&${query}`);
  const checked = await site.get(`/cookies?${query}&blocked=${encodeURIComponent(to)}`);
  const kept = await site.get(`/cookies?${query}`, { as });
  for (const answer of [signedIn, language, theme, verify, checked, kept]) {
    expect(answer.status).toBeLessThan(400);
    expect([to, isOurs(answer.headers.get("location")!)]).toEqual([to, true]);
  }
  const page = await site.getText(`/auth?${query}`);
  const hidden = [...page.matchAll(/name="to" value="([^"]*)"/g)].map(([, value]) => value!);
  expect(hidden.length).toBeGreaterThan(0);
  expect(hidden.filter((value) => value !== "" && !isOurs(value))).toEqual([]);
});

test("sign-in redirects to valid targets and ignores hostile ones", async () => {
  const locations = [];
  for (const to of [...honest, ...hostile.slice(0, 6)]) {
    const visitor = new Visitor().set("kept", "1");
    const form = { intent: "signIn", email: "back@example.com", password, to };
    const answer = await site.post("/auth", form, { as: visitor });
    locations.push(answer.headers.get("location"));
  }
  const arabic = encodeURI("/صفحة");
  expect(locations).toEqual([...honest.slice(0, 4), arabic, ...Array(6).fill("/dashboard")]);
});

test("sign-up carries the redirect target through the e-mail to the login", async () => {
  const form = { intent: "signUp", firstName: "Mona", password };
  const visitor = new Visitor();
  await site.post("/auth", { ...form, email: "carried@example.com", to: "/tag/7K3M-9QXR-2VHT" }, { as: visitor });
  await site.post("/auth", { ...form, email: "hostile@example.com", to: "//evil.example" });
  await site.runJobs();
  const linkTo = (email: string) =>
    new URL(/https?:\/\/\S+/.exec(site.emails.find(({ to }) => to === email)!.text)![0]);
  const link = linkTo("carried@example.com");
  const answer = await site.get(link.pathname + link.search, { as: visitor });
  expect(answer.headers.get("location")).toBe(`/auth?to=${encodeURIComponent("/tag/7K3M-9QXR-2VHT")}`);
  expect(linkTo("hostile@example.com").href).not.toContain("evil");
});

test("redirects to the login or logout do not loop", async () => {
  for (const to of ["/auth", "/auth?to=/auth?to=/auth", "/auth/sign-out", "/admin"]) {
    let path = `/auth?to=${encodeURIComponent(to)}`;
    let hops = 0;
    for (; hops < 6; hops++) {
      const answer = await site.get(path, { as });
      if (answer.status < 300 || answer.status >= 400) break;
      path = answer.headers.get("location")!;
    }
    expect([to, hops < 6]).toEqual([to, true]);
  }
  expect((await site.get("/dashboard", { as })).status).toBe(200);
});
