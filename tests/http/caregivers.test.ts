// A sitter whose access ended while writing would lose the text, or still be able to save it.
import { describe, expect, test } from "vitest";
import { endCaregiving } from "#app/features/pets/caregivers/caregivers.server.ts";
import { getPet } from "#app/features/pets/pets.server.ts";
import { createTestCaregiver, createTestInvitation, createTestPet, signUpTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";

const site = await openSite();

const owner = await signUpTestUser(site.ctx, "owner@example.com", { firstName: "Mona" });
const caregiver = await signUpTestUser(site.ctx, "caregiver@example.com", { firstName: "Karim" });
const petId = await createTestPet(site.ctx, owner);
const asCaregiver = await site.signInAs("caregiver@example.com");
const asOwner = await site.signInAs("owner@example.com");

const dataOf = (path: string) => `${path}.data`;

describe.each([
  ["edit", { intent: "save", name: "Rex", type: "dog", version: "1", notes: "typed-in-vain" }],
  ["health", { intent: "save", kind: "note", day: "2026-01-02", title: "typed-in-vain" }],
] as const)("form at …/%s", (page, form) => {
  test("rejects a caregiver whose access has ended with 403 and a message, and keeps the input", async () => {
    const path = `/dashboard/pets/${petId}/${page}`;
    const caregiverId = await createTestCaregiver(site.ctx, owner, petId, caregiver, { level: "edit" });
    expect((await site.get(path, { as: asCaregiver })).status).toBe(200);
    await endCaregiving(site.ctx, owner, petId, caregiverId);
    for (const address of [path, dataOf(path)]) {
      const answer = await site.post(address, form, { as: asCaregiver });
      const body = await answer.text();
      expect([answer.status, address]).toEqual([403, address]);
      expect(body).toContain("Your access to this pet has ended. Nothing was saved");
      expect(body).toContain("typed-in-vain");
    }
    const again = await site.get(path, { as: asCaregiver });
    expect(again.status).toBe(403);
    expect(await again.text()).toContain("Your access to this pet has ended");
    expect((await getPet(site.ctx, owner, petId)).name).toBe("Rocky");
    expect((await site.get(`/dashboard/pets/${petId}`, { as: asCaregiver })).status).toBe(404);
  });
});

describe("page of an invitation", () => {
  test("accepts once, however often it is submitted, and then leads to the shared care page", async () => {
    const path = `/dashboard/care-invitations/${await createTestInvitation(site.ctx, owner, petId, caregiver.email)}`;
    // The owner's own invitation leads to where it can be withdrawn.
    expect((await site.get(path, { as: asOwner })).headers.get("location")).toBe(`/dashboard/pets/${petId}/caregivers`);
    for (let pressed = 0; pressed < 2; pressed++) {
      const answer = await site.post(path, { intent: "accept" }, { as: asCaregiver });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, `/dashboard/pets/${petId}/caregivers`]);
    }
    expect((await site.get(path, { as: asCaregiver })).headers.get("location")).toBe(
      `/dashboard/pets/${petId}/caregivers`,
    );
    expect((await site.post(dataOf(path), { intent: "decline" }, { as: asCaregiver })).status).toBe(409);
    const left = await site.post(`/dashboard/pets/${petId}/caregivers`, { intent: "leave" }, { as: asCaregiver });
    expect([left.status, left.headers.get("location")]).toEqual([303, "/dashboard/pets"]);
  });

  test("explains when the invitation is no longer open", async () => {
    const id = await createTestInvitation(site.ctx, owner, petId, caregiver.email);
    await endCaregiving(site.ctx, owner, petId, id);
    const path = `/dashboard/care-invitations/${id}`;
    expect(await site.getText(path, { as: asCaregiver })).toContain("This invitation is no longer open");
    expect((await site.post(path, { intent: "accept" }, { as: asCaregiver })).status).toBe(409);
  });
});

describe("owner's page of caregivers", () => {
  const hostile = [
    { email: "not-an-address", level: "see" },
    { email: "a@example.com" },
    { email: "a@example.com", level: "owner" },
    { email: "a@example.com", level: "see", untilDay: "2026-02-30" },
    { email: "a@example.com", level: "see", untilDay: "2020-01-01" },
    { level: "see" },
    { email: `${"x".repeat(300)}@example.com`, level: "see" },
  ];
  test("rejects values that its form never sends", async () => {
    for (const form of hostile) {
      const sent = { intent: "invite", ...form } as Record<string, string>;
      const answer = await site.post(`/dashboard/pets/${petId}/caregivers`, sent, { as: asOwner });
      expect([answer.status, form]).toEqual([400, form]);
    }
    const statusOf = async (caregiverId: string) =>
      (await site.post(`/dashboard/pets/${petId}/caregivers`, { intent: "end", caregiverId }, { as: asOwner })).status;
    expect([await statusOf("x"), await statusOf(petId), await statusOf("")]).toEqual([404, 404, 400]);
  });
});
