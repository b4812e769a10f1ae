import { listCountries } from "#app/features/users/countries.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { homeCountry, isGovernorate } from "./places.rules.ts";

/** An order's state in words: the governorate in Egypt, elsewhere as it was typed. */
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

/** An order's address as it is written on a parcel, line by line, without what is not known. */
export function formatAddressLines(t: Translate, order: ShippedTo, language: Language): string[] {
  const country = listCountries(language).find(({ value }) => value === order.country)?.label ?? order.country;
  const place = [order.city, formatState(t, order), order.zipCode]
    .filter(Boolean)
    .join(language === "ar" ? "، " : ", ");
  return [order.fullName, order.address, order.landmark, place, country].flatMap((line) => line || []);
}
