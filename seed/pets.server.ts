import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { addPet } from "#app/features/pets/pets.server.ts";
import type { World } from "#app/platform/world.server.ts";

async function picture(world: World, name: string): Promise<File> {
  const bytes = await readFile(path.join(world.settings.root, "seed/photos", `${name}.webp`));
  return new File([bytes], `${name}.webp`, { type: "image/webp" });
}

/** Two pets in two languages, as their owners would describe them. */
export async function seedPets(world: World, owner: Actor, finder: Actor): Promise<{ rocky: string; luna: string }> {
  const rocky = await addPet(world, owner, {
    name: "Rocky",
    type: "dog",
    breed: "Baladi mix",
    gender: "male",
    birthdate: "2023-06-10",
    weightKg: 19.5,
    color: "Brown, white chest",
    urgentNeeds: "Needs his heart medicine twice a day.",
    behaviours: "Friendly with people and dogs. Afraid of fireworks.",
    notes: "Comes when you call him Roko.",
    diet: "Please do not give him chicken.",
    photo: await picture(world, "rocky"),
  });
  const luna = await addPet(world, finder, {
    name: "لونا",
    type: "cat",
    breed: "شيرازي",
    gender: "female",
    birthdate: "2024-02-03",
    weightKg: 4.2,
    color: "رمادي",
    behaviours: "خجولة وتخاف من الأصوات العالية. لا تركض خلفها، قدّم لها الماء فقط.",
    photo: await picture(world, "luna"),
  });
  return { rocky, luna };
}
