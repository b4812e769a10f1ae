/** A part of a regular expression, as far as it matters for what can be matched by it. */
type Part =
  | { kind: "set"; source: string }
  | { kind: "group"; choices: Part[][] }
  | { kind: "nothing" }
  | { kind: "many"; of: Part; least: number; isEndless: boolean };

/** Texts that a regular expression may meet: some begin a match of it, some can be repeated within one. */
export interface Parts {
  /** What stands before a repetition: repeating starts after it. */
  starts: string[];
  /** What may follow itself. */
  pumps: string[];
}

const probes = [..."a0 \t\n\r-_.,:;/\\'\"!?<>=&%$#@+*()[]{}|~^zZA9", "\u00a0", "é", "ق", "٣", "\u064b", "\u200f", "😀"];

/** Takes a pattern apart and puts together, from its own parts, the texts that would keep it busy longest. */
export function partsOf(pattern: string, flags: string): Parts {
  const choices = new Reader(pattern, flags.includes("v")).read();
  const letters = new Set([...probes, ...pattern.replace(/\\[a-zA-Z]/g, "")]);
  const samples = samplesOf([...letters], setsOf(choices), flags.replace(/[gy]/g, ""));
  const starts = new Set([""]);
  const pumps = new Set<string>();
  const walk = (sequence: Part[], before: string) => {
    let sofar = before;
    sequence.forEach((part, at) => {
      let piece = "";
      for (const next of sequence.slice(at)) {
        piece += shortest(next, samples);
        pumps.add(piece);
      }
      visit(part, sofar);
      sofar += shortest(part, samples);
    });
  };
  const visit = (part: Part, before: string) => {
    if (part.kind === "set") for (const letter of samples(part.source)) pumps.add(letter);
    if (part.kind === "group") for (const choice of part.choices) walk(choice, before);
    if (part.kind === "many") {
      if (part.isEndless) starts.add(before);
      pumps.add(shortest(part.of, samples));
      visit(part.of, before);
    }
  };
  for (const choice of choices) walk(choice, "");
  pumps.delete("");
  return { starts: [...starts], pumps: [...pumps] };
}

/** The sets of a pattern, such as `[a-z]`, `\s` or `x`. */
function setsOf(choices: Part[][]): string[] {
  const found = (part: Part): string[] => {
    if (part.kind === "set") return [part.source];
    if (part.kind === "many") return found(part.of);
    return part.kind === "group" ? setsOf(part.choices) : [];
  };
  return [...new Set(choices.flat().flatMap(found))];
}

/** Which letters a set takes; of those that all sets of the pattern treat alike, the first stands for all. */
function samplesOf(letters: string[], sets: string[], flags: string) {
  const takers = sets.map((source) => [source, new RegExp(`^(?:${source})$`, flags)] as const);
  const kinds = new Map<string, { letter: string; takenBy: Set<string> }>();
  for (const letter of letters) {
    const takenBy = new Set(takers.filter(([, taker]) => taker.test(letter)).map(([source]) => source));
    const kind = [...takenBy].join("\0");
    if (!kinds.has(kind)) kinds.set(kind, { letter, takenBy });
  }
  const samples = [...kinds.values()];
  return (source: string) => samples.filter(({ takenBy }) => takenBy.has(source)).map(({ letter }) => letter);
}

function shortest(part: Part, samples: (source: string) => string[]): string {
  if (part.kind === "set") return samples(part.source)[0] ?? "";
  if (part.kind === "many") return shortest(part.of, samples).repeat(Math.min(part.least, 50));
  if (part.kind === "nothing") return "";
  const all = part.choices.map((choice) => choice.map((one) => shortest(one, samples)).join(""));
  return all.toSorted((a, b) => a.length - b.length)[0] ?? "";
}

class Reader {
  private at = 0;
  private readonly pattern: string;
  private readonly nested: boolean;

  constructor(pattern: string, nested: boolean) {
    this.pattern = pattern;
    this.nested = nested;
  }

  read(): Part[][] {
    const choices: Part[][] = [[]];
    while (this.at < this.pattern.length && this.pattern[this.at] !== ")") {
      if (this.pattern[this.at] === "|") {
        this.at++;
        choices.push([]);
      } else choices.at(-1)?.push(this.repeated(this.one()));
    }
    return choices;
  }

  private take(found: RegExp): RegExpExecArray | null {
    const sticky = new RegExp(found.source, "yu");
    sticky.lastIndex = this.at;
    const match = sticky.exec(this.pattern);
    if (match) this.at += match[0].length;
    return match;
  }

  private one(): Part {
    const group = this.take(/\((?:\?(?:[:=!]|<[=!]|<[^>]+>|[a-z-]+:))?/);
    if (group) {
      const choices = this.read();
      this.at++;
      // What is only looked for takes no place, but its repetitions cost the same.
      return { kind: "group", choices };
    }
    if (this.take(/[\^$]|\\[bB]|\\[1-9]\d?|\\k<[^>]+>/)) return { kind: "nothing" };
    if (this.pattern[this.at] === "[") return { kind: "set", source: this.brackets() };
    const set = this.take(/\\(?:u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|.)|[\s\S]/);
    return { kind: "set", source: set?.[0] ?? "" };
  }

  private brackets(): string {
    const start = this.at;
    let depth = 0;
    do {
      const sign = this.pattern[this.at];
      if (sign === "\\") this.at++;
      else if (sign === "[" && (depth === 0 || this.nested)) depth++;
      else if (sign === "]") depth--;
      this.at++;
    } while (depth > 0);
    return this.pattern.slice(start, this.at);
  }

  private repeated(of: Part): Part {
    const found = this.take(/(?:([*+?])|\{(\d+)(,(\d*))?\})\??/);
    if (!found) return of;
    const [, sign, least, comma, most] = found;
    if (sign) return { kind: "many", of, least: sign === "+" ? 1 : 0, isEndless: sign !== "?" };
    return {
      kind: "many",
      of,
      least: Number(least),
      isEndless: comma !== undefined && (most === "" || Number(most) > 500),
    };
  }
}
