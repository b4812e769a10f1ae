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
 * What another window changed after a form was opened, which showed `base` then, and is not what the form now says: saving
 * `mine` would undo it. Without a readable `base` nothing can be told.
 */
export function changedElsewhere(base: unknown, now: Texts, mine: Texts = {}): ProfileField[] {
  if (typeof base !== "object" || base === null) return [];
  const before = base as Texts;
  return profileFields.filter(
    (field) => field in before && (before[field] ?? "") !== (now[field] ?? "") && mine[field] !== (now[field] ?? null),
  );
}
