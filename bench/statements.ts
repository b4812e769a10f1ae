import { newId } from "#app/platform/db/uuid.server.ts";

/** One statement as PostgreSQL received it. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Values that differ between requests: new ids, the tag's ids, the time. */
interface Fresh {
  now: string;
  made: string[];
  known: string[];
}

type Fill = (fresh: Fresh) => unknown;

const varying = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/**
 * Turns the recorded statements of one request into those of another. `known` are the values of the recorded tag; other
 * ids become new ones, equal where they were equal; times become now.
 */
export function replayOf(statements: Statement[], known: string[]) {
  const made = new Map<string, number>();

  function fillOf(value: unknown): Fill {
    if (Array.isArray(value)) {
      const fills = value.map(fillOf);
      return (fresh) => fills.map((fill) => fill(fresh));
    }
    if (typeof value !== "string") return () => value;
    const whole = known.indexOf(value);
    if (whole >= 0) return (fresh) => fresh.known[whole];
    const parts: ((fresh: Fresh) => string | undefined)[] = [];
    let end = 0;
    for (const match of value.matchAll(varying)) {
      const before = value.slice(end, match.index);
      end = match.index + match[0].length;
      parts.push(() => before, partOf(match[0]));
    }
    if (parts.length === 0) return () => value;
    const rest = value.slice(end);
    return (fresh) => parts.map((part) => part(fresh)).join("") + rest;
  }

  function partOf(text: string): (fresh: Fresh) => string | undefined {
    if (text.includes("T")) return ({ now }) => now;
    const at = known.indexOf(text);
    if (at >= 0) return (fresh) => fresh.known[at];
    const number = made.get(text) ?? made.size;
    made.set(text, number);
    return (fresh) => fresh.made[number];
  }

  const filled = statements.map(({ text, values }) => ({ text, fill: fillOf(values) as (fresh: Fresh) => unknown[] }));
  return (knownNow: string[]): Statement[] => {
    const fresh = {
      now: new Date().toISOString(),
      made: Array.from({ length: made.size }, () => newId()),
      known: knownNow,
    };
    return filled.map(({ text, fill }) => ({ text, values: fill(fresh) }));
  };
}
