type Values = Record<string, unknown>;

/** A field that was changed elsewhere after the form was opened. Values are lists of texts, as the form holds them. */
export interface Difference {
  /** Name of a form field, such as `medical.allergies`. */
  field: string;
  theirs: string[];
  mine: string[];
  /** Whether this submission changed it too. */
  isMineNew: boolean;
}

/** Returns a form value as a list of texts: empty for no value, one joined text for a contact. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value))
    return value.flatMap((one) => (isRecord(one) ? [contactText(one)] : textsOf(one))).filter(Boolean);
  if (value === true) return ["on"];
  return typeof value === "string" && value.trim() ? [value.trim().replace(/\r\n?/g, "\n")] : [];
}

const isRecord = (value: unknown): value is Values => typeof value === "object" && value !== null;

function contactText(contact: Values): string {
  return ["name", "phone", "email", "relation"].flatMap((part) => textsOf(contact[part])).join(" · ");
}

function read(values: unknown, field: string): string[] {
  const value = field.split(".").reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), values);
  const texts = textsOf(value);
  return field === "shown" || field === "needs" ? texts.toSorted() : texts;
}

const isSame = (one: string[], other: string[]) => one.join("\0") === other.join("\0");

/**
 * Returns which of `fields` were changed elsewhere between opening a form (`base`) and submitting it (`mine`), each
 * with its current value (`theirs`) and the submitted one. The same change on both sides is not a difference.
 */
export function differencesOf(fields: readonly string[], base: unknown, theirs: unknown, mine: unknown): Difference[] {
  return fields.flatMap((field) => {
    const [before, now, own] = [read(base, field), read(theirs, field), read(mine, field)];
    if (isSame(before, now) || isSame(now, own)) return [];
    return [{ field, theirs: now, mine: own, isMineNew: !isSame(before, own) }];
  });
}
