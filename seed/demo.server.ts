import { eq } from "drizzle-orm";
import { signUp } from "#app/features/auth/sign-up/sign-up.server.ts";
import { acceptInvitation } from "#app/features/pets/caregivers/caregiver-invitations.server.ts";
import { inviteCaregiver } from "#app/features/pets/caregivers/caregivers.server.ts";
import { createTags } from "#app/features/tags/batches/create-tags.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { lockKey } from "#app/platform/db/advisory-locks.server.ts";
import { withAdvisoryLock, withTransaction } from "#app/platform/db/connection/database.server.ts";
import { seedClinics } from "./clinics.server.ts";
import { seedOrders } from "./orders.server.ts";
import { seedPets } from "./pets.server.ts";
import { seedPlans } from "./plans.server.ts";
import { seedReminders } from "./reminders.server.ts";
import { seedReports } from "./reports.server.ts";
import { seedScans } from "./scans.server.ts";
import { seedStore } from "./store.server.ts";
import { seedTags } from "./tags.server.ts";

const password = "Aleef-demo-1";
/** Name of the batch of unclaimed tags. */
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

/** Signs up the missing accounts. Runs outside the transaction because the sign-in library uses its own connection. */
async function signUpAll(ctx: AppContext, existing: string[]): Promise<void> {
  for (const { email, firstName, lastName, language } of people)
    if (!existing.includes(email))
      await signUp(ctx, { email, firstName, lastName, password }, { address: "127.0.0.1", language });
}

async function confirm(ctx: AppContext, { email, role }: (typeof people)[number]): Promise<Actor> {
  const [user] = await ctx.db
    .update(users)
    .set({ emailVerified: true, role, isDemo: true })
    .where(eq(users.email, email))
    .returning();
  if (!user) throw new Error(`the demo account ${email} could not be made`);
  return { ...user };
}

/**
 * Creates the demo data with the features' own commands if the database is empty, and returns the accounts to print.
 * When two processes start at the same time, one creates it and the other waits.
 */
export function seedDemo(ctx: AppContext): Promise<DemoAccount[]> {
  return withAdvisoryLock(ctx.directUrl, lockKey("demo data"), () => seedOnce(ctx));
}

async function seedOnce(ctx: AppContext): Promise<DemoAccount[]> {
  const found = await ctx.db
    .select({ email: users.email })
    .from(users)
    .limit(people.length + 1);
  const accounts = people.map(({ email, about }) => ({ email, password, about }));
  if (await ctx.db.$count(users, eq(users.isDemo, true))) return accounts;
  const existing = found.map(({ email }) => email ?? "");
  if (!existing.every((email) => (emails as string[]).includes(email))) return [];
  await signUpAll(ctx, existing);
  // One transaction: an interrupted start leaves at most unconfirmed accounts, and the next start continues with them.
  await withTransaction(ctx, seedAll);
  return accounts;
}

async function seedAll(ctx: AppContext): Promise<void> {
  const admin = await confirm(ctx, people[0]);
  const owner = await confirm(ctx, people[1]);
  const finder = await confirm(ctx, people[2]);
  const { rocky, luna } = await seedPets(ctx, owner, finder);
  const { id: invitationId } = await inviteCaregiver(ctx, owner, rocky, {
    email: people[2].email,
    level: "see",
    untilDay: null,
  });
  await acceptInvitation(ctx, finder, invitationId);
  const buyers = { owner: { actor: owner, petId: rocky }, finder: { actor: finder, petId: luna } };
  await seedTags(ctx, { admin, ...buyers });
  await createTags(ctx, admin, { count: 12, batch: demoBatch });
  await seedPlans(ctx, owner, finder, admin);
  await seedReminders(ctx, owner, rocky);
  await seedReminders(ctx, finder, luna);
  await seedScans(ctx);
  await seedStore(ctx, admin);
  await seedClinics(ctx, admin);
  await seedOrders(ctx, buyers, admin);
  await seedReports(ctx, owner, finder);
}
