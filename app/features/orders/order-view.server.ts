import { listCountries } from "#app/features/users/countries.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Order } from "./fulfilment/order-status.server.ts";
import { getOrderDetails } from "./orders.server.ts";

/** Returns an order with all details, as its page shows it in the given language. */
export async function getOrderView(ctx: AppContext, order: Order, language: Language) {
  const { idempotencyKey: _key, userId: _user, search: _search, ...shown } = order;
  const details = await getOrderDetails(ctx, order);
  const countryName = listCountries(language).find(({ value }) => value === order.country)?.label ?? order.country;
  return { ...details, order: { ...shown, isAnonymous: order.userId === null, countryName } };
}

export type OrderView = Awaited<ReturnType<typeof getOrderView>>;
