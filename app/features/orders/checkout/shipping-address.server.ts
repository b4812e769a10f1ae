import { eq } from "drizzle-orm";
import { type Actor, displayName } from "#app/features/accounts/accounts.rules.ts";
import { users } from "#app/features/accounts/accounts.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { languages } from "#app/platform/i18n/language.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import type { CheckoutForm } from "../orders.forms.server.ts";
import { findLastAddress } from "../orders.server.ts";
import { type Governorate, governorates, homeCountry, isGovernorate } from "./places.rules.ts";

/** What the checkout form starts with: where the last parcel went, otherwise the address in the profile. */
export async function findAddress(ctx: AppContext, actor: Actor) {
  const last = await findLastAddress(ctx, actor);
  const [kept] = last ? [last] : await ctx.db.select().from(users).where(eq(users.id, actor.id));
  const country = kept?.country || homeCountry;
  const state = kept?.state ?? "";
  return {
    fullName: last?.fullName ?? displayName(actor),
    phone: kept?.phone ?? "",
    country,
    governorate: country === homeCountry ? (governorateOf(ctx, state) ?? "") : "",
    state: country === homeCountry ? "" : state,
    city: kept?.city ?? "",
    address: kept?.address ?? "",
    landmark: last?.landmark ?? "",
    zipCode: kept?.zipCode ?? "",
  };
}

/** The governorate that a profile calls by its name in either language, or an order by its key. */
function governorateOf({ say }: AppContext, text: string): Governorate | undefined {
  const isCalledSo = (one: Governorate) =>
    languages.some((language) => say(language)(`checkout.governorates.${one}`) === text);
  return governorates.find((one) => one === text || isCalledSo(one));
}

/** An order's state in words: the governorate in Egypt, elsewhere as it was typed. */
export function stateInWords(
  say: Translate,
  { country, state }: { country: string; state: string | null },
): string | null {
  return country === homeCountry && isGovernorate(state) ? say(`checkout.governorates.${state}`) : state;
}

type Kept = Pick<CheckoutForm, "phone" | "country" | "state" | "city" | "address" | "zipCode">;

/** Keeps the parcel's address in the buyer's profile, where the governorate stands by its name. */
export async function keepAddress(ctx: AppContext, actor: Pick<Actor, "id" | "language">, form: Kept): Promise<void> {
  const { phone, country, city, address, zipCode } = form;
  const state = stateInWords(ctx.say(actor.language), form);
  await ctx.db
    .update(users)
    .set({ phone, country, state, city, address, zipCode, updatedAt: ctx.clock.now() })
    .where(eq(users.id, actor.id));
}
