import { and, eq, inArray, sql } from "drizzle-orm";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import type { CarerNews } from "#app/features/alerts/alerts.rules.ts";
import { type NewAlert, sendAlerts } from "#app/features/alerts/alerts.server.ts";
import { isId } from "#app/platform/db/uuid.server.ts";
import { notFound } from "#app/platform/http/refusal.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { petCarers } from "./carers.tables.server.ts";
import { stateNow } from "./pet-access.server.ts";
import { livePet, pets } from "./pets.tables.server.ts";

/**
 * Both accounts in one order, then the pet, then the care: of several who press at once the first one decides. 404 when
 * there is none, or its pet is gone or another's.
 */
export async function lockCare(inside: World, id: string | undefined, actor: { id: string }) {
  const known = isId(id) ? await inside.db.select().from(petCarers).where(eq(petCarers.id, id)) : [];
  const [before] = known;
  if (!before) throw notFound();
  const { ownerId, carerId, petId } = before;
  const people = await inside.db
    .select({ id: users.id, firstName: users.firstName, timeZone: users.timeZone, suspendedAt: users.suspendedAt })
    .from(users)
    .where(inArray(users.id, [ownerId, carerId ?? actor.id, actor.id]))
    .orderBy(users.id)
    .for("no key update");
  const [pet] = await inside.db
    .select({ id: pets.id, name: pets.name })
    .from(pets)
    .where(and(eq(pets.id, petId), eq(pets.ownerId, ownerId), livePet))
    .for("key share");
  const [care] = await inside.db.select().from(petCarers).where(eq(petCarers.id, before.id)).for("update");
  const owner = people.find((one) => one.id === ownerId);
  if (!pet || !care || !owner) throw notFound();
  return { care, pet, owner, people, state: stateNow(inside, care, owner) };
}

type LockedCare = Awaited<ReturnType<typeof lockCare>>;

export const invitationPath = (id: string) => `/dashboard/care-invitations/${id}`;

/** Tells the other side what became of the care of a pet. */
export async function tellOfCare(
  inside: World,
  { care, pet }: Pick<LockedCare, "care" | "pet">,
  userId: string,
  carerNews: CarerNews,
  who: string,
): Promise<void> {
  const links: Partial<Record<CarerNews, string>> = {
    invited: invitationPath(care.id),
    ended: "/dashboard/pets",
  };
  const alert: NewAlert = {
    userId,
    kind: "care",
    params: { petName: pet.name, finderName: who, carerNews },
    link: links[carerNews] ?? `/dashboard/pets/${pet.id}/carers`,
    topic: care.id,
  };
  await sendAlerts(inside, [alert]);
}

/** The verified, active account of an address, if there is one. */
export async function findAccount({ db }: Pick<World, "db">, email: string) {
  const [account] = await db
    .select({ id: users.id, isVerified: users.emailVerified, suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  return account ?? null;
}
