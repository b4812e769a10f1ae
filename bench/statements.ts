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

/** What is repeated for each request of a group: the rows of an insert, the members of a list. */
const repeated = /(?<=\bvalues )\((?:\$\d+|default|, )+\)(?:, \((?:\$\d+|default|, )+\))*|(?<= in \()\$\d+(?=\))/g;
const parameter = /\$(\d+)/g;

/** Joins what is one list in each request: an array, or one in JSON. */
function joinLists(values: unknown[]): unknown {
  const [first] = values;
  if (Array.isArray(first)) return values.flat();
  if (typeof first === "string" && first.startsWith("["))
    return JSON.stringify(values.flatMap((one) => JSON.parse(one as string)));
  return first;
}

/**
 * Makes one statement of the same statement of several requests, as somebody would who writes their rows together. What
 * is neither a row nor a list is taken from the first.
 */
export function groupStatements(same: readonly Statement[]): Statement {
  const { text } = same[0] as Statement;
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const shared = (part: string) =>
    part.replace(parameter, (_, at) => add(joinLists(same.map((one) => one.values[Number(at) - 1]))));
  let grouped = "";
  let end = 0;
  for (const { 0: part, index } of text.matchAll(repeated)) {
    grouped += shared(text.slice(end, index));
    grouped += same.map((one) => part.replace(parameter, (_, at) => add(one.values[Number(at) - 1]))).join(", ");
    end = index + part.length;
  }
  return { text: grouped + shared(text.slice(end)), values };
}
