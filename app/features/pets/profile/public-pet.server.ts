import { and, eq, sql } from "drizzle-orm";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { ageOn, type FinderItem, type PublicPet } from "../pets.rules.ts";
import { livePet, petLost, petMedical, pets, petVets } from "../pets.tables.server.ts";

// Columns are listed explicitly, so that a new column remains private until it is added here.
const publicColumns = {
  id: pets.id,
  name: pets.name,
  type: pets.type,
  otherType: pets.otherType,
  breed: pets.breed,
  gender: pets.gender,
  color: pets.color,
  birthdate: pets.birthdate,
  weightKg: pets.weightKg,
  photoId: pets.photoId,
  photoFocusX: pets.photoFocusX,
  photoFocusY: pets.photoFocusY,
  needs: pets.needs,
  urgentNeeds: pets.urgentNeeds,
  behaviours: pets.behaviours,
  notes: pets.notes,
  diet: pets.diet,
  conditions: petMedical.conditions,
  allergies: petMedical.allergies,
  medications: petMedical.medications,
  shown: pets.shown,
  finderPhone: pets.finderPhone,
  showPhone: pets.showPhone,
  ownerFirstName: users.firstName,
  lostSince: petLost.since,
  lostReward: petLost.reward,
  lostNote: petLost.note,
};

type PetColumns = Omit<
  typeof publicColumns,
  "conditions" | "allergies" | "medications" | "ownerFirstName" | "lostSince" | "lostReward" | "lostNote"
>;

type PublicRow = Pick<typeof pets.$inferSelect, keyof PetColumns> &
  Pick<typeof petMedical.$inferSelect, "conditions" | "allergies" | "medications"> & {
    ownerFirstName: string;
    lostSince: Date | null;
    lostReward: string | null;
    lostNote: string | null;
  };

/** Returns a pet as everybody may see it; hidden items are null. `today` is the calendar day for the age. */
function toPublicPet(row: PublicRow, today: string): PublicPet {
  const ifShown = <Value>(item: FinderItem, value: Value) => (row.shown.includes(item) ? value : null);
  const age = ifShown("age", row.birthdate && ageOn(row.birthdate, today));
  const { conditions, allergies, medications } = row;
  const hasMedical = conditions || allergies || medications;
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    otherType: row.otherType,
    breed: ifShown("breed", row.breed),
    gender: ifShown("gender", row.gender),
    color: ifShown("color", row.color),
    ageYears: age ? age.years : null,
    ageMonths: age ? age.months : null,
    weightKg: ifShown("weight", row.weightKg),
    photoId: ifShown("photo", row.photoId),
    photoFocusX: row.photoFocusX,
    photoFocusY: row.photoFocusY,
    needs: ifShown("urgentNeeds", row.needs),
    urgentNeeds: ifShown("urgentNeeds", row.urgentNeeds),
    behaviours: ifShown("behaviours", row.behaviours),
    notes: ifShown("notes", row.notes),
    diet: ifShown("diet", row.diet),
    medical: ifShown("medical", hasMedical ? { conditions, allergies, medications } : null),
    ownerFirstName: row.ownerFirstName,
    finderPhone: row.showPhone ? row.finderPhone : null,
    lost: row.lostSince && { since: row.lostSince, reward: row.lostReward, note: row.lostNote },
  };
}

const petsById = createPreparedQuery((db) =>
  db
    .select(publicColumns)
    .from(pets)
    .innerJoin(users, eq(users.id, pets.ownerId))
    .leftJoin(petMedical, eq(petMedical.petId, pets.id))
    .leftJoin(petLost, eq(petLost.petId, pets.id))
    .where(and(eq(pets.id, sql`any(${sql.placeholder("ids")})`), livePet)),
);

/** Returns the public view of these pets by id, in one query; unknown ids and removed pets are left out. */
export async function listPublicPets(
  ctx: Pick<AppContext, "db" | "clock">,
  ids: string[],
): Promise<Map<string, PublicPet>> {
  const validIds = ids.filter(isId);
  if (validIds.length === 0) return new Map();
  const rows = await petsById(ctx.db).execute({ ids: validIds });
  const today = ctx.clock.now().toISOString().slice(0, 10);
  return new Map(rows.map((row) => [row.id, toPublicPet(row, today)]));
}

/** Returns the vet's name and phone number, for signed-in readers, if the owner shows them; null otherwise. */
export async function findShownVet({ db }: Pick<AppContext, "db">, petId: string) {
  const [vet] = await db
    .select({ name: petVets.name, phone: petVets.phone })
    .from(petVets)
    .innerJoin(pets, eq(pets.id, petVets.petId))
    .where(and(eq(pets.id, petId), sql`'vet' = any(${pets.shown})`, livePet));
  return vet?.name || vet?.phone ? vet : null;
}

/** Returns the public view of one pet; null when it does not exist. */
export async function getPublicPet(ctx: Pick<AppContext, "db" | "clock">, petId: string): Promise<PublicPet | null> {
  const found = await listPublicPets(ctx, [petId]);
  return found.values().next().value ?? null;
}
