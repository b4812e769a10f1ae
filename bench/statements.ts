import pg from "pg";
import { createId } from "#app/platform/db/uuid.server.ts";

/** A statement as sent to PostgreSQL. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Records every statement that the app's pools send during `work`. */
export async function recordStatements<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: Statement[] }> {
  const statements: Statement[] = [];
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client & { connectionParameters: { application_name?: string } }, ...args: unknown[]) {
      const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
      const text = typeof first === "string" ? first : first.text;
      const values = typeof first === "string" ? undefined : first.values;
      if (this.connectionParameters.application_name === "aleef")
        statements.push({ text, values: (Array.isArray(second) ? second : values) ?? [] });
      return original.apply(this, args);
    },
  });
  try {
    return { result: await work(), statements };
  } finally {
    Object.assign(pg.Client.prototype, { query: original });
  }
}

/** Values that differ between requests: the time, new ids, and the identifying values of the tag. */
interface Fresh {
  now: string;
  made: string[];
  known: string[];
}

type Fill = (fresh: Fresh) => unknown;

/** Ids and times. */
const varying = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/**
 * Turns the recorded statements of one request into those of another. `known` holds the identifying values of the
 * recorded tag. Other ids are replaced by new ones, equal ids by equal ones; times are replaced by the current time.
 */
export function replayOf(statements: Statement[], known: string[]) {
  const made = new Map<string, number>();
  const pattern = new RegExp([...known.map((one) => RegExp.escape(one)), varying.source].join("|"), "g");

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
    for (const match of value.matchAll(pattern)) {
      const before = value.slice(end, match.index);
      end = match.index + match[0].length;
      parts.push(() => before, partOf(match[0]));
    }
    if (parts.length === 0) return () => value;
    const rest = value.slice(end);
    return (fresh) => parts.map((part) => part(fresh)).join("") + rest;
  }

  function partOf(text: string): (fresh: Fresh) => string | undefined {
    const at = known.indexOf(text);
    if (at >= 0) return (fresh) => fresh.known[at];
    if (text.includes("T")) return ({ now }) => now;
    const number = made.get(text) ?? made.size;
    made.set(text, number);
    return (fresh) => fresh.made[number];
  }

  const filled = statements.map(({ text, values }) => ({ text, fill: fillOf(values) as (fresh: Fresh) => unknown[] }));
  return (knownNow: string[]): Statement[] => {
    const fresh = {
      now: new Date().toISOString(),
      made: Array.from({ length: made.size }, () => createId()),
      known: knownNow,
    };
    return filled.map(({ text, fill }) => ({ text, values: fill(fresh) }));
  };
}

/** Matches what is repeated for each request of a group: the rows of an insert and the members of a list. */
const repeated = /(?<=\bvalues )\((?:\$\d+|default|, )+\)(?:, \((?:\$\d+|default|, )+\))*|(?<= in \()\$\d+(?=\))/g;
const parameter = /\$(\d+)/g;

/**
 * Joins the lists of several requests, which are arrays or JSON arrays. Other values are taken from the first request.
 */
function joinLists(values: unknown[]): unknown {
  const [first] = values;
  if (Array.isArray(first)) return values.flat();
  if (typeof first === "string" && first.startsWith("["))
    return JSON.stringify(values.flatMap((one) => JSON.parse(one as string)));
  return first;
}

/**
 * Merges the same statement of several requests into one, as hand-written batching would. Values that are neither in a
 * row nor in a list are taken from the first request.
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
