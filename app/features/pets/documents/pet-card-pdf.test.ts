// A vet would treat a pet by a card from which an allergy or a medicine is missing.
import { expect, test } from "vitest";
import { createTestPet, createTestUser } from "#tests/make.ts";
import { pdfText } from "#tests/pdf.ts";
import { createTestApp } from "#tests/test-app.ts";
import { createHealthEvent } from "../health/health.server.ts";
import { getPet } from "../pets.server.ts";
import { renderPetCard } from "./pet-card-pdf.server.ts";

const { ctx } = await createTestApp();

const as = { today: "2026-11-21", ownerName: "Mona Nassar" };

test("the vet's card contains the whole record, with each field's name in both languages", async () => {
  const owner = await createTestUser(ctx);
  const id = await createTestPet(ctx, owner, {
    name: "لونا",
    birthdate: "2024-02-03",
    microchip: "985112003456789",
    medical: { allergies: "Chicken", lastCheckup: "2026-10-01" },
    vet: { name: "Dr Amal", phone: "+20223456789" },
    contacts: [{ name: "كريم", phone: "+201001234567", relation: "أخ" }],
  });
  await createHealthEvent(ctx, owner, id, { day: "2026-10-01", kind: "vaccination", title: "Rabies" });
  const pet = await getPet(ctx, owner, id);
  const english = await pdfText(await renderPetCard(ctx, pet, "en", as));
  for (const word of ["لونا", "Chicken", "985112003456789", "Dr Amal", "02 23456789", "كريم", "010 01234567", "Rabies"])
    expect(english).toContain(word);
  for (const word of ["Allergies", "الحساسية", "1 October 2026", "Mona Nassar", "Vaccination"])
    expect(english).toContain(word);
  const arabic = await pdfText(await renderPetCard(ctx, pet, "ar", as));
  for (const word of ["Allergies", "الحساسية", "أكتوبر", "تطعيم", "Chicken"]) expect(arabic).toContain(word);
});

test("renders a pet with only a name, and one with the longest texts", async () => {
  const owner = await createTestUser(ctx);
  const id = await createTestPet(ctx, owner);
  const pet = await getPet(ctx, owner, id);
  expect(await pdfText(await renderPetCard(ctx, pet, "en", as))).toContain("Rocky");
  const long = { ...pet, notes: "كلمة طويلة ".repeat(900), behaviours: "x".repeat(10_000), name: "\u202eRocky👩‍👧" };
  expect((await renderPetCard(ctx, long, "ar", as)).byteLength).toBeGreaterThan(10_000);
});
