// A person whose session ended while writing would lose the text, above all without scripts.
import { expect, test } from "vitest";
import { createClaimedTag, createTestPet, password, signUpTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite();

test("a form submitted while signed out gets 401 as a data request, and redirects back to its page without scripts", async () => {
  const form = { intent: "save", name: "Simsim" };
  const headers = { referer: `${site.publicUrl}/dashboard/pets/new?from=tag` };
  const byScript = await site.post("/dashboard/pets/new.data", form, { as: new Visitor(), headers });
  expect([byScript.status, byScript.headers.get("location")]).toEqual([401, null]);
  const plain = await site.post("/dashboard/pets/new", form, { as: new Visitor(), headers });
  expect([plain.status, plain.headers.get("location")]).toEqual([
    302,
    `/auth?to=${encodeURIComponent("/dashboard/pets/new?from=tag")}`,
  ]);
  for (const referer of ["https://evil.example/dashboard", "//evil.example", ""]) {
    const answer = await site.post("/dashboard/pets/new", form, { as: new Visitor(), headers: { referer } });
    expect(answer.headers.get("location")).toBe("/auth?to=%2Fdashboard");
  }
});

test("signing in loads addresses outside the router as documents", async () => {
  const owner = await signUpTestUser(site.ctx, "owner@example.com");
  const tag = await createClaimedTag(site.ctx, owner, await createTestPet(site.ctx, owner));
  /** Returns whether the response tells the router to load the address as a document, in the router's encoding. */
  const isLoadedWhole = async (to: string) => {
    const form = { intent: "signIn", email: "owner@example.com", password, to };
    const answer = await site.post("/auth.data", form, { as: new Visitor() });
    const [places, ...values] = JSON.parse((await answer.text()).split("\n")[0] ?? "") as [Record<string, number>];
    const encoded = [places, ...values] as unknown[];
    const place = Object.entries(places).find(([key]) => encoded[Number(key.slice(1))] === "reload")?.[1];
    return encoded[place ?? -1];
  };
  expect(await isLoadedWhole(`/tag/${tag.code}`)).toBe(true);
  expect(await isLoadedWhole("/dashboard/scan-records.csv?period=all")).toBe(true);
  expect(await isLoadedWhole("/checkout")).toBe(false);
  expect(await isLoadedWhole("/nowhere/at/all")).toBe(false);
});

test("without scripts, the page says why a form was rejected, also if it shows no message or not the field", async () => {
  await signUpTestUser(site.ctx, "plain@example.com");
  const as = await site.signInAs("plain@example.com");
  await site.get("/dashboard/tags", { as });
  const tagId = "01a21898-c76d-7001-8be7-000000000000";
  const rejectionOf = async (form: Record<string, string>) => {
    const answer = await site.post("/dashboard/tags", form, { as });
    const [, shown] = /<noscript><p role="status"[^>]*>(.*?)<\/p>/.exec(await answer.text()) ?? [];
    return [answer.status, shown];
  };
  const gone = "This no longer exists, or you no longer have access to it.";
  expect(await rejectionOf({ intent: "deactivate", tagId })).toEqual([404, gone]);
  expect(await rejectionOf({ intent: "link", tagId, petId: "" })).toEqual([400, "Please select a pet to link"]);
});
