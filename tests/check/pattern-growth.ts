import vm from "node:vm";
import { partsOf } from "./pattern-parts.ts";

/** Milliseconds. What grows with its text alone takes far less, what grows with the square of it far more. */
const patience = { short: 0.8, long: 60, whole: 10_000 };
const lengths = { short: 2_000, long: 20_000 };
const ends = ["", "\u0001", "\n\u0001"];

const run = new vm.Script(`
  for (const start of starts) for (const pump of pumps) for (const end of ends) {
    note.attack = [start, pump, end].map((text) => JSON.stringify(text)).join(" ") + ", the second again and again";
    const take = (length) => {
      const text = start + pump.repeat(Math.ceil(length / pump.length)) + end;
      let best = Infinity;
      for (let round = 0; round < 3; round++) {
        pattern.lastIndex = 0;
        const began = now();
        text.replace(pattern, "");
        best = Math.min(best, now() - began);
        if (best < patience.short || best > 5 * patience.long) break;
      }
      return best;
    };
    if (take(lengths.short) > patience.short && take(lengths.long) > patience.long) throw new Error("slow");
  }
  note.attack = null;
`);

/**
 * Feeds a regular expression with texts of 2,000 and 20,000 letters made of its own parts, each with an end that fits and
 * with one that does not, and gives the first that takes it longer than its length would explain; null when none does.
 */
export function attackOn(pattern: RegExp): string | null {
  const note: { attack: string | null } = { attack: null };
  const every = new RegExp(
    pattern.source,
    pattern.flags.includes("y") ? pattern.flags : `g${pattern.flags.replace("g", "")}`,
  );
  const { starts, pumps } = partsOf(pattern.source, pattern.flags);
  const context = vm.createContext({
    starts,
    pumps,
    ends,
    note,
    pattern: every,
    now: () => performance.now(),
    patience,
    lengths,
  });
  try {
    run.runInContext(context, { timeout: patience.whole });
  } catch (error) {
    if (!note.attack) throw error;
  }
  return note.attack;
}
