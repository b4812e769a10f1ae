type Values = Record<string, unknown>;

/** A field that was changed elsewhere after a form was opened. Texts and lists of texts as the form holds them. */
export interface Difference {
  /** The name of a field of the form, such as `medical.allergies`. */
  field: string;
  theirs: string[];
  mine: string[];
  /** Whether this window changed it too. */
  isMineNew: boolean;
}

/** One form's value as texts: nothing is an empty list, a contact is one text of its parts. */
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
 * What was changed elsewhere between opening a form (`base`) and sending it (`mine`), in each of `fields`, as it stands now
 * (`theirs`) and as it would become. What both made the same is no difference.
 */
export function differencesOf(fields: readonly string[], base: unknown, theirs: unknown, mine: unknown): Difference[] {
  return fields.flatMap((field) => {
    const [before, now, own] = [read(base, field), read(theirs, field), read(mine, field)];
    if (isSame(before, now) || isSame(now, own)) return [];
    return [{ field, theirs: now, mine: own, isMineNew: !isSame(before, own) }];
  });
}
