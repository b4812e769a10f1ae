import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { signUp } from "#app/features/accounts/accounts.server.ts";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import { acceptInvitation } from "#app/features/pets/care-invitations.server.ts";
import { inviteCarer } from "#app/features/pets/carers.server.ts";
import { generateTags } from "#app/features/tags/admin-tags.server.ts";
import { transaction } from "#app/platform/db/database.server.ts";
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
const seedLock = 7_245_104;

/** The batch of tags that nobody has claimed. */
export const demoBatch = "Demo batch";

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

const emails = people.map(({ email }) => email);

/** Asks for the accounts that are not there yet. The sign-in library does so on a connection of its own. */
async function signUpAll(world: World, known: string[]): Promise<void> {
  for (const { email, firstName, lastName, language } of people)
    if (!known.includes(email))
      await signUp(world, { email, firstName, lastName, password }, { address: "127.0.0.1", language });
}

async function confirm(world: World, { email, role }: (typeof people)[number]): Promise<Actor> {
  const [user] = await world.db
    .update(users)
    .set({ emailVerified: true, role, isDemo: true })
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
  const found = await world.db
    .select({ email: users.email })
    .from(users)
    .limit(people.length + 1);
  const accounts = people.map(({ email, about }) => ({ email, password, about }));
  if (await world.db.$count(users, eq(users.isDemo, true))) return accounts;
  const known = found.map(({ email }) => email);
  if (!known.every((email) => (emails as string[]).includes(email))) return [];
  await signUpAll(world, known);
  // All or nothing: a start that is broken off leaves at most unconfirmed accounts, with which the next one goes on.
  await transaction(world, seedAll);
  return accounts;
}

async function seedAll(world: World): Promise<void> {
  const admin = await confirm(world, people[0]);
  const owner = await confirm(world, people[1]);
  const finder = await confirm(world, people[2]);
  const { rocky, luna } = await seedPets(world, owner, finder);
  const invitationId = await inviteCarer(world, owner, rocky, { email: finder.email, level: "see", untilDay: null });
  await acceptInvitation(world, finder, invitationId);
  const buyers = { owner: { actor: owner, petId: rocky }, finder: { actor: finder, petId: luna } };
  await seedTags(world, { admin, ...buyers });
  await generateTags(world, admin, { count: 12, batch: demoBatch });
  await seedPlans(world, owner, finder, admin);
  await seedReminders(world, owner, rocky);
  await seedReminders(world, finder, luna);
  await seedScans(world);
  await seedStore(world, admin);
  await seedOrders(world, buyers, admin);
  await seedReports(world, owner, finder);
}
