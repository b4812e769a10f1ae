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
export function changedElsewhere(base: unknown, current: Texts, submitted: Texts = {}): ProfileField[] {
  if (typeof base !== "object" || base === null) return [];
  const before = base as Texts;
  return profileFields.filter(
    (field) =>
      field in before &&
      (before[field] ?? "") !== (current[field] ?? "") &&
      submitted[field] !== (current[field] ?? null),
  );
}
