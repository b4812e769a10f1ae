// An owner who presses twice would get the same pet twice, or more pets than the plan has.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppError } from "#app/platform/app-error.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { listPets } from "./list/pet-list.server.ts";
import { finderItems, habitOf } from "./pets.rules.ts";
import { createPet, findPet, getPet, updatePet } from "./pets.server.ts";
import { petContacts, petMedical, pets, petVets } from "./pets.tables.server.ts";
import { deletePetPhoto, updatePetPhoto } from "./photos/pet-photo.server.ts";
import { getPublicPet, listPublicPets } from "./profile/public-pet.server.ts";
import { deletePet, purgePet } from "./trash/removed-pets.server.ts";

const { ctx } = await createTestApp();

const rocky = { name: "Rocky", type: "dog" } as const;

async function refusal(work: Promise<unknown>): Promise<Pick<AppError, "code" | "status" | "field">> {
  const error = await work.then(
    () => Promise.reject(new Error("it was not refused")),
    (error: AppError) => error,
  );
  return { code: error.code, status: error.status, field: error.field };
}

describe("plan limit", () => {
  test("creates one of 20 pets added concurrently on the basic plan and rejects the others with the reason", async () => {
    const owner = await createTestUser(ctx, {});
    // Opens the connections first; otherwise the first request would finish before the others begin.
    await Promise.all(Array.from({ length: 20 }, () => ctx.pool.query("select pg_sleep(0.2)")));
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => createPet(ctx, owner, { ...rocky, name: `Pet ${at}` })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const reasons = tries.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(reasons.map(({ code, status, field }) => `${code} ${status} ${field}`)).toEqual(
      Array(19).fill("plans.full.basic 409 plan"),
    );
    expect(await listPets(ctx, owner)).toHaveLength(1);
  });

  test("counts per owner and without removed pets", async () => {
    const [first, second] = [await createTestUser(ctx, {}), await createTestUser(ctx, {})];
    const id = await createPet(ctx, first, rocky);
    await createPet(ctx, second, rocky);
    expect((await refusal(createPet(ctx, first, rocky))).code).toBe("plans.full.basic");
    await deletePet(ctx, first, id);
    await expect(createPet(ctx, first, rocky)).resolves.toBeTypeOf("string");
  });
});

test("a form submitted twice creates one pet and returns its id both times", async () => {
  const owner = await createTestUser(ctx, {});
  const form = { ...rocky, key: createId() };
  const [id, again] = await Promise.all([createPet(ctx, owner, form), createPet(ctx, owner, form)]);
  expect(again).toBe(id);
  expect(await createPet(ctx, owner, form)).toBe(id);
  expect(await listPets(ctx, owner)).toHaveLength(1);
  expect(await refusal(createPet(ctx, owner, { ...form, name: "Luna" }))).toMatchObject({ code: "plans.full.basic" });
});

test("the form's key is not used as an id, is scoped to its owner, and creates a new pet after the first was removed", async () => {
  const [owner, other] = [await createTestUser(ctx, {}), await createTestUser(ctx, {})];
  const form = { ...rocky, key: "ffffffff-ffff-7fff-bfff-ffffffffffff" };
  const [id, others] = [await createPet(ctx, owner, form), await createPet(ctx, other, form)];
  expect(new Set([id, others, form.key]).size).toBe(3);
  await deletePet(ctx, owner, id);
  const [next, again] = await Promise.all([createPet(ctx, owner, form), createPet(ctx, owner, form)]);
  expect(next).not.toBe(id);
  expect(again).toBe(next);
});

test("using somebody else's pet id as the key creates a new pet and leaves that one unchanged", async () => {
  const [owner, stranger] = [await createTestUser(ctx, {}), await createTestUser(ctx, {})];
  const id = await createPet(ctx, owner, rocky);
  const other = await createPet(ctx, stranger, { ...rocky, key: id });
  expect(other).not.toBe(id);
  expect(await getPet(ctx, owner, id)).toMatchObject({ version: 1 });
});

describe("somebody else's pet", () => {
  test("is not found by any operation and is left unchanged", async () => {
    const [owner, stranger] = [await createTestUser(ctx, {}), await createTestUser(ctx, {})];
    const id = await createPet(ctx, owner, rocky);
    expect(await findPet(ctx, stranger, id)).toBeNull();
    expect(await listPets(ctx, stranger)).toEqual([]);
    const attempts = [
      () => getPet(ctx, stranger, id),
      () => updatePet(ctx, stranger, id, { ...rocky, name: "Mine", version: 1 }),
      () => deletePet(ctx, stranger, id),
      () => updatePetPhoto(ctx, stranger, id, { photoFocusX: 1 }),
      () => deletePetPhoto(ctx, stranger, id),
    ];
    for (const attempt of attempts) expect(await refusal(attempt())).toMatchObject({ status: 404 });
    expect(await getPet(ctx, owner, id)).toMatchObject({ name: "Rocky", version: 1 });
  });

  test.each(["", "1", "../../etc/passwd", "00000000-0000-0000-0000-000000000000", "' or 1=1 --"])(
    "an invalid id is not found: %s",
    async (id) => {
      const owner = await createTestUser(ctx, {});
      expect(await findPet(ctx, owner, id)).toBeNull();
      expect(await getPublicPet(ctx, id)).toBeNull();
      expect(await refusal(deletePet(ctx, owner, id))).toMatchObject({ status: 404 });
    },
  );
});

describe("updatePet", () => {
  test("rejects a stale version until the owner chose which values to keep", async () => {
    const owner = await createTestUser(ctx, {});
    const id = await createPet(ctx, owner, rocky);
    const { version } = await getPet(ctx, owner, id);
    await updatePet(ctx, owner, id, { ...rocky, color: "brown", version });
    const late = { ...rocky, color: "black", version };
    expect(await refusal(updatePet(ctx, owner, id, late))).toEqual({
      code: "pets.changedMeanwhile",
      status: 409,
      field: "version",
    });
    expect(await getPet(ctx, owner, id)).toMatchObject({ color: "brown", version: version + 1 });
    const again = { ...late, notes: "Shy", version: version + 1 };
    await updatePet(ctx, owner, id, { ...again, theirs: ["color"] });
    expect(await getPet(ctx, owner, id)).toMatchObject({ color: "brown", notes: "Shy", version: version + 2 });
    await updatePet(ctx, owner, id, { ...again, version: version + 2 });
    expect(await getPet(ctx, owner, id)).toMatchObject({ color: "black", version: version + 3 });
  });

  test("accepts one of two concurrent updates and rejects the other", async () => {
    const owner = await createTestUser(ctx, {});
    const id = await createPet(ctx, owner, rocky);
    const saves = ["red", "blue"].map((color) => updatePet(ctx, owner, id, { ...rocky, color, version: 1 }));
    const outcomes = (await Promise.allSettled(saves)).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("keeps records and contacts in order; null clears a field, an omitted one is left unchanged", async () => {
    const owner = await createTestUser(ctx, {});
    const contacts = ["Mona", "Karim", "Sara"].map((name, at) => ({ name, phone: `+20100123456${at}` }));
    const id = await createPet(ctx, owner, {
      ...rocky,
      diet: "fish",
      medical: { allergies: "chicken" },
      vet: { name: "Dr Amal" },
      contacts,
    });
    const reordered = [contacts[2]!, contacts[0]!];
    await updatePet(ctx, owner, id, {
      ...rocky,
      diet: null,
      medical: { allergies: null, bloodType: "DEA 1.1" },
      contacts: reordered,
      version: 1,
    });
    const pet = await getPet(ctx, owner, id);
    expect(pet).toMatchObject({
      diet: null,
      medical: { allergies: null, bloodType: "DEA 1.1" },
      vet: { name: "Dr Amal" },
    });
    expect(pet.contacts.map(({ name }) => name)).toEqual(["Sara", "Mona"]);
  });
});

test("whether a cat goes out is stored, and says nothing of the animal that it turns out to be", async () => {
  const owner = await createTestUser(ctx, {});
  const id = await createPet(ctx, owner, { name: "Luna", type: "cat", habit: "indoor" });
  const pet = await getPet(ctx, owner, id);
  expect([pet.habit, habitOf(pet), habitOf({ ...pet, type: "dog" })]).toEqual(["indoor", "indoor", null]);
  await updatePet(ctx, owner, id, { name: "Luna", type: "cat", habit: null, version: pet.version });
  expect((await getPet(ctx, owner, id)).habit).toBeNull();
});

test("purging a pet deletes all of its rows", async () => {
  const owner = await createTestUser(ctx, {});
  const contacts = [{ name: "Mona", phone: "+201001234567" }];
  const id = await createPet(ctx, owner, { ...rocky, medical: { allergies: "x" }, vet: { name: "y" }, contacts });
  expect(await deletePet(ctx, owner, id)).toBe("Rocky");
  expect(await purgePet(ctx, owner, id)).toBe("Rocky");
  for (const table of [petMedical, petVets, petContacts])
    expect(await ctx.db.select().from(table).where(eq(table.petId, id))).toEqual([]);
  expect(await ctx.db.select().from(pets).where(eq(pets.id, id))).toEqual([]);
});

describe("public pet", () => {
  const closed = {
    microchip: "985112003456789",
    microchipPlace: "canary-first-place",
    microchipDay: "2018-02-03",
    secondMicrochip: "981000000000017",
    secondMicrochipPlace: "canary-second-place",
    secondMicrochipDay: "2018-03-04",
    medical: {
      bloodType: "canary-blood",
      vaccinations: "canary-vaccines",
      medicalNotes: "canary-medical-notes",
      lastCheckup: "2019-04-05",
      nextCheckup: "2033-06-07",
    },
    vet: {
      name: "canary-vet",
      phone: "+201112223334",
      clinicAddress: "canary-clinic",
      specialization: "canary-specialist",
    },
    contacts: [
      { name: "canary-contact", phone: "+201001112223", email: "canary@contact.test", relation: "canary-relation" },
    ],
    finderPhone: "+201009998887",
  };
  const open = {
    breed: "canary-breed",
    color: "canary-colour",
    needs: ["medicine" as const],
    urgentNeeds: "canary-urgent",
    behaviours: "canary-behaviour",
    notes: "canary-notes",
    diet: "canary-diet",
  };
  const health = { conditions: "canary-conditions", allergies: "canary-allergies", medications: "canary-medicines" };

  async function createPetWith(more: object) {
    const owner = await createTestUser(ctx, {
      firstName: "Nadia",
      lastName: "Canary-Family",
      email: `canary-${Math.random()}@owner.test`,
    });
    const address = {
      phone: "+201005556667",
      address: "canary-street",
      city: "canary-city",
      zipCode: "canary-zip",
      state: "canary-state",
    };
    await ctx.db.update(users).set(address).where(eq(users.id, owner.id));
    const form = {
      ...rocky,
      ...closed,
      ...open,
      gender: "male",
      birthdate: "2020-01-01",
      weightKg: 12.25,
      neutered: true,
    } as const;
    const id = await createPet(ctx, owner, { ...form, medical: { ...closed.medical, ...health }, ...more });
    return { owner, seen: await getPublicPet(ctx, id), text: JSON.stringify(await getPublicPet(ctx, id)) };
  }

  const secrets = (owner: { id: string; email: string; lastName: string }) => [
    ...[
      owner.id,
      owner.email,
      owner.lastName,
      "+201005556667",
      "canary-street",
      "canary-city",
      "canary-zip",
      "canary-state",
    ],
    ...[closed.microchip, closed.microchipPlace, closed.microchipDay],
    ...[closed.secondMicrochip, closed.secondMicrochipPlace, closed.secondMicrochipDay],
    ...[...Object.values(closed.medical), ...Object.values(closed.vet)],
    ...Object.values(closed.contacts[0]!),
  ];

  test("never contains private data, even with every item shown", async () => {
    const { owner, seen, text } = await createPetWith({ shown: [...finderItems] });
    for (const secret of [...secrets(owner), closed.finderPhone]) expect(text).not.toContain(secret);
    for (const shown of [...Object.values(open), ...Object.values(health)]) expect(text).toContain(shown);
    expect(seen).toMatchObject({
      name: "Rocky",
      gender: "male",
      weightKg: 12.25,
      ownerFirstName: "Nadia",
      finderPhone: null,
    });
  });

  test("contains only name and type with every item hidden", async () => {
    const { owner, seen, text } = await createPetWith({ shown: [] });
    for (const hidden of [...secrets(owner), ...Object.values(open), ...Object.values(health)])
      expect(text).not.toContain(hidden);
    const { id, photoFocusX, photoFocusY, ...rest } = seen!;
    const filled = Object.entries(rest).filter(([, value]) => value !== null);
    expect(Object.fromEntries(filled)).toEqual({ name: "Rocky", type: "dog", ownerFirstName: "Nadia" });
  });

  test("by default contains what helps to recognise and handle the pet, but not its sex, diet or health", async () => {
    const { seen } = await createPetWith({});
    expect(seen).toMatchObject({ ...open, diet: null, gender: null, weightKg: null, medical: null });
    expect(seen?.ageYears).toBeGreaterThan(0);
  });

  test("each shown item reveals only itself", async () => {
    for (const item of finderItems) {
      const { seen } = await createPetWith({ shown: [item] });
      const always = ["id", "name", "type", "ownerFirstName", "photoFocusX", "photoFocusY"];
      const keys = Object.entries(seen!).flatMap(([key, value]) =>
        value === null || always.includes(key) ? [] : [key],
      );
      const expected: Record<string, string[]> = {
        urgentNeeds: ["needs", "urgentNeeds"],
        age: ["ageYears", "ageMonths"],
        weight: ["weightKg"],
        photo: [],
        vet: [],
      };
      expect(keys.toSorted()).toEqual((expected[item] ?? [item]).toSorted());
    }
  });

  test("contains the phone number only while the owner shows it", async () => {
    const { seen } = await createPetWith({ showPhone: true });
    expect(seen?.finderPhone).toBe(closed.finderPhone);
  });

  test("listPublicPets leaves out unknown ids", async () => {
    const { seen } = await createPetWith({});
    const ids = [seen!.id, "nonsense", "00000000-0000-7000-8000-000000000000"];
    expect([...(await listPublicPets(ctx, ids)).keys()]).toEqual([seen!.id]);
    expect((await listPublicPets(ctx, [])).size).toBe(0);
  });
});
