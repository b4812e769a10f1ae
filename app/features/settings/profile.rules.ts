export const profileFields = [
  "firstName",
  "lastName",
  "phone",
  "address",
  "city",
  "state",
  "zipCode",
  "country",
  "timeZone",
] as const;
export type ProfileField = (typeof profileFields)[number];

type Texts = { readonly [Field in ProfileField]?: string | null | undefined };

/**
 * Returns the fields that changed in another window since a form was opened showing `base`, and that saving `mine`
 * would overwrite. Returns none when `base` is unreadable.
 */
export function changedElsewhere(base: unknown, now: Texts, mine: Texts = {}): ProfileField[] {
  if (typeof base !== "object" || base === null) return [];
  const before = base as Texts;
  return profileFields.filter(
    (field) => field in before && (before[field] ?? "") !== (now[field] ?? "") && mine[field] !== (now[field] ?? null),
  );
}
