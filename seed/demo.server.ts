import { count, eq } from "drizzle-orm";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { signUp } from "#app/features/accounts/accounts.server.ts";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { acceptInvitation } from "#app/features/pets/care-invitations.server.ts";
import { inviteCarer } from "#app/features/pets/carers.server.ts";
import { generateTags } from "#app/features/tags/admin-tags.server.ts";
import { oneAtATime } from "#app/platform/db/one-at-a-time.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { seedOrders } from "./orders.server.ts";
import { seedPets } from "./pets.server.ts";
import { seedPlans } from "./plans.server.ts";
import { seedReminders } from "./reminders.server.ts";
import { seedReports } from "./reports.server.ts";
import { seedScans } from "./scans.server.ts";
import { seedStore } from "./store.server.ts";
import { seedTags } from "./tags.server.ts";

const password = "Aleef-demo-1";
const seedLock = 7_245_102;

interface DemoAccount {
  email: string;
  password: string;
  about: string;
}

const people = [
  {
    email: "admin@aleef.test",
    firstName: "Amina",
    lastName: "Farouk",
    role: "admin",
    language: "en",
    about: "administrator",
  },
  {
    email: "owner@aleef.test",
    firstName: "Mona",
    lastName: "Nassar",
    role: "user",
    language: "en",
    about: "owner with pets and tags",
  },
  {
    email: "finder@aleef.test",
    firstName: "Karim",
    lastName: "Adel",
    role: "user",
    language: "ar",
    about: "another owner, in Arabic, who also cares for a pet of the first",
  },
] as const;

async function seedPerson(world: World, person: (typeof people)[number]): Promise<Actor> {
  const { email, firstName, lastName, role, language } = person;
  await signUp(world, { email, firstName, lastName, password }, { address: "127.0.0.1", language });
  const [user] = await world.db
    .update(users)
    .set({ emailVerified: true, role })
    .where(eq(users.email, email))
    .returning();
  if (!user) throw new Error(`the demo account ${email} could not be made`);
  return { ...user };
}

/**
 * The demo world, made with the features' own commands the first time a database is empty. Returns the accounts to print
 * when they are there. Of two processes that start together one makes it and the other waits until it is there.
 */
export function seedDemo(world: World): Promise<DemoAccount[]> {
  return oneAtATime(world.directUrl, seedLock, () => seedOnce(world));
}

async function seedOnce(world: World): Promise<DemoAccount[]> {
  const [counted] = await world.db.select({ total: count() }).from(users);
  const known = await world.db.select({ id: users.id }).from(users).where(eq(users.email, people[0].email));
  const accounts = people.map(({ email, about }) => ({ email, password, about }));
  if (known.length > 0) return accounts;
  if (counted && counted.total > 0) return [];

  const [admin, owner, finder] = (await Promise.all(people.map((person) => seedPerson(world, person)))) as [
    Actor,
    Actor,
    Actor,
  ];
  const { rocky, luna } = await seedPets(world, owner, finder);
  const invitationId = await inviteCarer(world, owner, rocky, { email: finder.email, level: "see", untilDay: null });
  await acceptInvitation(world, finder, invitationId);
  const buyers = { owner: { actor: owner, petId: rocky }, finder: { actor: finder, petId: luna } };
  await seedTags(world, { admin, ...buyers });
  await generateTags(world, admin, { count: 12, batch: "Demo batch" });
  await seedPlans(world, owner, finder, admin);
  await seedReminders(world, owner, rocky);
  await seedReminders(world, finder, luna);
  await seedScans(world);
  await seedStore(world, admin);
  await seedOrders(world, buyers, admin);
  await seedReports(world, owner, finder);
  return accounts;
}
