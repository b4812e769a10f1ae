import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import type { Tag } from "#app/features/tags/tags.server.ts";
import { aPet, aSignedUpUser, aTagOf } from "#tests/make.ts";
import { openTag, scansOf } from "./finder-page.ts";
import { openSite } from "./site.ts";
import type { Visitor } from "./visitor.ts";

/** An owner with a pet; for each test a new tag of it, and a finder on a network of their own. */
export const site = await openSite();
export let owner: Actor;
export let as: Visitor;
let petId: string;
export let tag: Tag;
export let from = "";
let finders = 0;

afterAll(() => site.close());
beforeAll(async () => {
  owner = await aSignedUpUser(site.world, "owner@example.com");
  as = await site.signInAs("owner@example.com");
  petId = await aPet(site.world, owner, { name: "Rocky" });
});
beforeEach(async () => {
  tag = await aTagOf(site.world, owner, petId);
  from = `198.19.${++finders}.1`;
});

export const open = () => openTag(site, tag.code, { from });

/** The finder opens the tag and says that they have the pet. */
export async function told(form: Record<string, string>) {
  const { token } = await open();
  const answer = await site.post(`/tag/${tag.code}`, { intent: "have", scan: token, ...form }, { from });
  expect(answer.status).toBe(303);
  return { path: answer.headers.get("location")!, scan: (await scansOf(site, tag.id))[0]! };
}
