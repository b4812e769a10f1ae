import { listCountries } from "#app/features/users/countries.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { homeCountry, isGovernorate } from "#app/platform/map/governorates.ts";

/** Returns an order's state for display: the governorate's name in Egypt, the text as entered elsewhere. */
export function formatState(
  t: Translate,
  { country, state }: { country: string; state: string | null },
): string | null {
  return country === homeCountry && isGovernorate(state) ? t(`checkout.governorates.${state}`) : state;
}

interface ShippedTo {
  fullName: string | null;
  address: string | null;
  landmark: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  country: string;
}

/** Returns the lines of an order's postal address, without missing parts. */
export function formatAddressLines(t: Translate, order: ShippedTo, language: Language): string[] {
  const country = listCountries(language).find(({ value }) => value === order.country)?.label ?? order.country;
  const place = [order.city, formatState(t, order), order.zipCode]
    .filter(Boolean)
    .join(language === "ar" ? "، " : ", ");
  return [order.fullName, order.address, order.landmark, place, country].flatMap((line) => line || []);
}
