import { createHealthEvent } from "#app/features/pets/health/health.server.ts";
import { createPet } from "#app/features/pets/pets.server.ts";
import { updatePetPhotoColumns } from "#app/features/pets/photos/pet-photo.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addRenditions } from "#app/platform/files/photos.server.ts";
import { readRenditions } from "./pictures/encoded-photos.ts";

async function addPhoto(ctx: AppContext, owner: Actor, petId: string, name: string): Promise<void> {
  const photoId = await addRenditions(ctx.files, await readRenditions(ctx.settings.root, name));
  await updatePetPhotoColumns(ctx, owner, petId, { photoId });
}

/** Creates two pets, one described in English and one in Arabic. */
export async function seedPets(ctx: AppContext, owner: Actor, finder: Actor): Promise<{ rocky: string; luna: string }> {
  const rocky = await createPet(ctx, owner, {
    name: "Rocky",
    type: "dog",
    breed: "Baladi mix",
    gender: "male",
    birthdate: "2023-06-10",
    weightKg: 19.5,
    color: "Brown, white chest",
    microchip: "985112003456789",
    microchipPlace: "Left side of the neck",
    microchipDay: "2023-09-02",
    secondMicrochip: "818098100123456",
    secondMicrochipPlace: "Between the shoulder blades",
    secondMicrochipDay: "2025-03-15",
    needs: ["medicine", "noFood"],
    urgentNeeds: "Needs his heart medicine twice a day.",
    behaviours: "Friendly with people and dogs. Afraid of fireworks.",
    notes: "Comes when you call him Roko.",
    diet: "Please do not give him chicken.",
    contacts: [
      { name: "Omar Nassar", phone: "+201005550142", email: "omar@aleef.test", relation: "Brother" },
      { name: "Hoda, next door", phone: "+201005550178", email: "hoda@aleef.test", relation: "Neighbour" },
    ],
  });
  const luna = await createPet(ctx, finder, {
    name: "لونا",
    type: "cat",
    breed: "شيرازي",
    gender: "female",
    birthdate: "2024-02-03",
    weightKg: 4.2,
    color: "رمادي",
    behaviours: "خجولة وتخاف من الأصوات العالية. لا تركض خلفها، قدّم لها الماء فقط.",
  });
  await addPhoto(ctx, owner, rocky, "rocky");
  await addPhoto(ctx, finder, luna, "luna");
  await seedHealth(ctx, owner, rocky, luna, finder);
  return { rocky, luna };
}

/** Creates health entries for the timeline and the weight chart. */
async function seedHealth(ctx: AppContext, owner: Actor, rocky: string, luna: string, finder: Actor): Promise<void> {
  const weights = [
    ["2026-02-14", 17.2],
    ["2026-05-09", 18.4],
    ["2026-08-01", 18.9],
    ["2026-10-17", 19.5],
  ] as const;
  for (const [day, weightKg] of weights) await createHealthEvent(ctx, owner, rocky, { day, kind: "weight", weightKg });
  const entries = [
    { day: "2026-05-09", kind: "vaccination", title: "Rabies, yearly dose" },
    { day: "2026-08-01", kind: "checkup", title: "Heart check", note: "Murmur unchanged. Keep the dose." },
    { day: "2026-10-20", kind: "medication", title: "Pimobendan 5 mg", note: "Morning and evening, with food." },
  ] as const;
  for (const entry of entries) await createHealthEvent(ctx, owner, rocky, entry);
  await createHealthEvent(ctx, finder, luna, { day: "2026-06-11", kind: "vaccination", title: "التطعيم الثلاثي" });
  await createHealthEvent(ctx, finder, luna, { day: "2026-09-02", kind: "weight", weightKg: 4.2 });
}
