import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { addClinic, type ClinicForm } from "#app/features/admin/clinics/manage-clinics.server.ts";
import { createProduct } from "#app/features/admin/products/manage-products.server.ts";
import { sessions } from "#app/features/auth/auth.tables.server.ts";
import { signUp } from "#app/features/auth/sign-up/sign-up.server.ts";
import { createReport } from "#app/features/lost-found/publish-reports.server.ts";
import type { ReportForm } from "#app/features/lost-found/reports.forms.server.ts";
import { acceptInvitation } from "#app/features/pets/caregivers/caregiver-invitations.server.ts";
import { type CaregiverForm, inviteCaregiver } from "#app/features/pets/caregivers/caregivers.server.ts";
import { createPet } from "#app/features/pets/pets.server.ts";
import { addContactRequest, answerContactRequest } from "#app/features/phone/consent.server.ts";
import type { ReminderForm } from "#app/features/reminders/reminders.forms.server.ts";
import { createReminder } from "#app/features/reminders/reminders.server.ts";
import { type BatchForm, createBatch } from "#app/features/tags/batches/batches.server.ts";
import { createTags } from "#app/features/tags/batches/create-tags.server.ts";
import { claimTag, findTag, type Tag } from "#app/features/tags/tags.server.ts";
import { lockUserForDeletion } from "#app/features/users/lock-user.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";

let counter = 0;

/** An account in tests. All have an e-mail address unless a test says otherwise. */
export type TestUser = Actor & { email: string };

/** Inserts a verified account without a password. */
export async function createTestUser(
  ctx: AppContext,
  values: Partial<typeof users.$inferInsert> = {},
): Promise<TestUser> {
  const number = ++counter;
  const firstName = values.firstName ?? "Mona";
  const lastName = values.lastName ?? `Nassar${number}`;
  const [user] = await ctx.db
    .insert(users)
    .values({
      id: createId(),
      email: `user${number}@example.com`,
      emailVerified: true,
      name: `${firstName} ${lastName}`,
      firstName,
      lastName,
      ...values,
    })
    .returning();
  return asActor(user!);
}

function asActor(user: typeof users.$inferSelect): TestUser {
  const { id, role, email, firstName, lastName, language, timeZone, twoFactorSince } = user;
  return { id, role, email: email as string, firstName, lastName, language, timeZone, twoFactorSince };
}

/** Deletes an account while `meanwhile` runs, which is started after the account was locked for deletion. */
export async function deleteTestUserDuring<Result>(
  ctx: AppContext,
  { id }: Actor,
  meanwhile: () => Promise<Result>,
): Promise<Result> {
  let running: Promise<Result> | undefined;
  await withTransaction(ctx, async (tx) => {
    await lockUserForDeletion(tx, id);
    running = meanwhile();
    running.catch(() => undefined);
    await setTimeout(300);
    await tx.db.delete(users).where(eq(users.id, id));
  });
  return running as Promise<Result>;
}

/** Creates a session and returns the user with its id. */
export async function signedIn<A extends Actor>(ctx: AppContext, actor: A): Promise<A & { sessionId: string }> {
  const sessionId = createId();
  const now = ctx.clock.now();
  await ctx.db.insert(sessions).values({
    id: sessionId,
    token: `token-${sessionId}`,
    userId: actor.id,
    expiresAt: new Date(now.getTime() + 7 * 24 * 3_600_000),
    createdAt: now,
  });
  return { ...actor, sessionId };
}

export function createTestAdmin(ctx: AppContext): Promise<TestUser> {
  return createTestUser(ctx, { role: "admin", firstName: "Amina" });
}

export const password = "Sunny-walk-7";

/** Creates a verified account by signing up with `password`. */
export async function signUpTestUser(
  ctx: AppContext,
  email: string,
  values: Partial<typeof users.$inferInsert> = {},
): Promise<TestUser> {
  await signUp(
    ctx,
    { firstName: "Mona", lastName: "Nassar", email, password },
    { address: "203.0.113.9", language: values.language ?? "en" },
  );
  const [user] = await ctx.db
    .update(users)
    .set({ emailVerified: true, ...values })
    .where(eq(users.email, email))
    .returning();
  return asActor(user!);
}

export async function createTestPet(
  ctx: AppContext,
  owner: Actor,
  values: Record<string, unknown> = {},
): Promise<string> {
  return createPet(ctx, owner, { name: "Rocky", type: "dog", ...values });
}

/** Invites a caregiver with the level *see* unless `values` differ. Returns the invitation's id. */
export async function createTestInvitation(
  ctx: AppContext,
  owner: Actor,
  petId: string,
  email: string,
  values: Partial<CaregiverForm> = {},
): Promise<string> {
  const form = { email: email.toLowerCase(), level: "see", untilDay: null, ...values } as const;
  return (await inviteCaregiver(ctx, owner, petId, form)).id;
}

/** Creates a caregiver who has accepted. Returns the record's id. */
export async function createTestCaregiver(
  ctx: AppContext,
  owner: Actor,
  petId: string,
  caregiver: TestUser,
  values: Partial<CaregiverForm> = {},
): Promise<string> {
  const id = await createTestInvitation(ctx, owner, petId, caregiver.email, values);
  await acceptInvitation(ctx, caregiver, id);
  return id;
}

/** Creates an available tag. */
export async function createTestTag(ctx: AppContext): Promise<Tag> {
  const admin = await createTestAdmin(ctx);
  const [code] = await createTags(ctx, admin, { count: 1 });
  return (await findTag(ctx, code!))!;
}

/** Creates a batch of two tags with claim codes. */
export async function createTestBatch(ctx: AppContext, values: Partial<BatchForm> = {}): Promise<string> {
  const admin = await createTestAdmin(ctx);
  return createBatch(ctx, admin, {
    name: `Batch ${++counter}`,
    count: 2,
    chip: "ntag213",
    hasClaimCodes: true,
    ...values,
  });
}

/** Creates a tag owned by `owner` and linked to a pet if given. */
export async function createClaimedTag(ctx: AppContext, owner: Actor, petId?: string): Promise<Tag> {
  const { code } = await createTestTag(ctx);
  return claimTag(ctx, owner, { code, petId });
}

/** Creates an active product, 10 in stock at $14.99 unless `values` differ. Returns its id. */
export async function createTestProduct(
  ctx: AppContext,
  values: Partial<Parameters<typeof createProduct>[2]> = {},
): Promise<string> {
  const admin = await createTestAdmin(ctx);
  return createProduct(ctx, admin, {
    sku: `SKU-${++counter}`,
    nameEn: "Classic tag",
    nameAr: "البطاقة الكلاسيكية",
    descriptionEn: "Stainless steel with NFC and QR.",
    descriptionAr: "ستانلس ستيل مع NFC وQR.",
    category: "tags",
    priceCents: 1499,
    stock: 10,
    ...values,
  });
}

/** Adds a clinic in Cairo. Returns its id. */
export async function createTestClinic(ctx: AppContext, values: Partial<ClinicForm> = {}): Promise<string> {
  return addClinic(ctx, await createTestAdmin(ctx), {
    nameEn: "Nile Vets",
    nameAr: "عيادة النيل",
    governorate: "cairo",
    area: "Zamalek",
    phone: `+2022735${String(++counter).padStart(4, "0")}`,
    whatsapp: null,
    isAlwaysOpen: false,
    hours: null,
    isHidden: false,
    ...values,
  });
}

let reports = 0;

/** Creates a report of a lost dog, unless `values` say otherwise, each from another network. Returns its id. */
export function createTestReport(
  ctx: AppContext,
  reporter: Actor,
  {
    address = `198.51.${++reports}.7`,
    language = "en",
    ...values
  }: Partial<ReportForm & Parameters<typeof createReport>[3]> = {},
): Promise<string> {
  const seen = { kind: "lost", type: "dog", area: "Zamalek, Cairo", seenAt: ctx.clock.now() } as const;
  return createReport(ctx, reporter, { ...seen, ...values }, { address, language });
}

/** Creates an all-day vaccination reminder on 1 December 2026, notified on that day. Returns its id. */
export function createTestReminder(
  ctx: AppContext,
  owner: Actor,
  petId: string,
  values: Partial<ReminderForm> = {},
): Promise<string> {
  return createReminder(ctx, owner, {
    petId,
    kind: "vaccination",
    title: "Rabies booster",
    note: null,
    day: "2026-12-01",
    at: null,
    repeat: "none",
    every: 1,
    until: null,
    times: null,
    ahead: [0],
    ...values,
  });
}

/** Records that a number agreed to messages on behalf of this owner, or answered that it wants none. */
export async function answerAsContact(
  ctx: AppContext,
  owner: { id: string },
  number: string,
  isAgreed = true,
): Promise<void> {
  const id = await addContactRequest(ctx, owner.id, number);
  if (id) await answerContactRequest(ctx, id, { isAgreed, at: ctx.clock.now(), language: "en" });
}
