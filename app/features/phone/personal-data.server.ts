import { and, asc, eq, inArray, ne, or } from "drizzle-orm";
import type { PersonalData } from "#app/features/users/personal-data.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { phoneCodes, phoneContactConsents, phoneInbound, phoneMessages, phoneNumbers } from "./phone.tables.server.ts";

/** Returns a user's verified number; one that was only entered may be anyone's. */
async function ownNumbers({ db }: Pick<AppContext, "db">, id: string): Promise<string[]> {
  const [user] = await db.select({ number: users.verifiedPhone }).from(users).where(eq(users.id, id));
  return user?.number ? [user.number] : [];
}

export const phonePersonalData: PersonalData = {
  tables: [phoneNumbers, phoneContactConsents, phoneMessages, phoneInbound, phoneCodes],
  async read(ctx, { id }) {
    const numbers = await ownNumbers(ctx, id);
    const messages = await ctx.db
      .select()
      .from(phoneMessages)
      .where(eq(phoneMessages.userId, id))
      .orderBy(asc(phoneMessages.id));
    return {
      numbers: await ctx.db.select().from(phoneNumbers).where(inArray(phoneNumbers.number, numbers)),
      /** The numbers that they asked for consent, and the consents of their own number. */
      contactConsents: await ctx.db
        .select()
        .from(phoneContactConsents)
        .where(or(eq(phoneContactConsents.ownerId, id), inArray(phoneContactConsents.number, numbers))),
      messages: messages
        .filter(({ template }) => template !== "code")
        .map(({ number, carrier, template, params, state, createdAt }) => ({
          number,
          carrier,
          template,
          params,
          state,
          createdAt,
        })),
      written: await ctx.db.select().from(phoneInbound).where(eq(phoneInbound.userId, id)),
    };
  },
  async erase(ctx, { id }) {
    const numbers = await ownNumbers(ctx, id);
    if (numbers.length === 0) return;
    await ctx.db.delete(phoneMessages).where(or(eq(phoneMessages.userId, id), inArray(phoneMessages.number, numbers)));
    await ctx.db.delete(phoneCodes).where(inArray(phoneCodes.number, numbers));
    await ctx.db
      .delete(phoneContactConsents)
      .where(and(inArray(phoneContactConsents.number, numbers), ne(phoneContactConsents.state, "stopped")));
    // A number that stopped messages stays stopped, with an account or without.
    await ctx.db
      .delete(phoneNumbers)
      .where(and(inArray(phoneNumbers.number, numbers), ne(phoneNumbers.consent, "stopped")));
  },
};
