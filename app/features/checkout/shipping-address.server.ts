import { eq, sql } from "drizzle-orm";
import { formatState } from "#app/features/orders/order-address.server.ts";
import { findLastAddress } from "#app/features/orders/orders.server.ts";
import { type Actor, displayName } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { languages } from "#app/platform/i18n/language.ts";
import { type Governorate, governorates, homeCountry } from "#app/platform/map/governorates.ts";
import type { CheckoutForm } from "./checkout.forms.server.ts";

/** Returns the initial values of the checkout form: the address of the last order, otherwise that of the profile. */
export async function findAddress(ctx: AppContext, actor: Actor) {
  const last = await findLastAddress(ctx, actor);
  const [stored] = last ? [last] : await ctx.db.select().from(users).where(eq(users.id, actor.id));
  const country = stored?.country || homeCountry;
  const state = stored?.state ?? "";
  return {
    fullName: last?.fullName ?? displayName(actor),
    phone: stored?.phone ?? "",
    country,
    governorate: country === homeCountry ? (findGovernorate(ctx, state) ?? "") : "",
    state: country === homeCountry ? "" : state,
    city: stored?.city ?? "",
    address: stored?.address ?? "",
    landmark: last?.landmark ?? "",
    zipCode: stored?.zipCode ?? "",
  };
}

/** Finds a governorate by its key, as orders store it, or its name in either language, as profiles do. */
function findGovernorate({ translator }: AppContext, text: string): Governorate | undefined {
  const hasName = (one: Governorate) =>
    languages.some((language) => translator(language)(`checkout.governorates.${one}`) === text);
  return governorates.find((one) => one === text || hasName(one));
}

type AddressForm = Pick<CheckoutForm, "phone" | "country" | "state" | "city" | "address" | "zipCode">;

/** Saves the order's address in the buyer's profile, which stores the governorate by name. */
export async function updateAddress(
  ctx: AppContext,
  actor: Pick<Actor, "id" | "language">,
  form: AddressForm,
): Promise<void> {
  const { phone, country, city, address, zipCode } = form;
  const state = formatState(ctx.translator(actor.language), form);
  await ctx.db
    .update(users)
    .set({
      phone: sql`coalesce(${users.verifiedPhone}, ${phone})`,
      country,
      state,
      city,
      address,
      zipCode,
      updatedAt: ctx.clock.now(),
    })
    .where(eq(users.id, actor.id));
}
