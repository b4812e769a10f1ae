/** A mistake that people really make, written into the product for a moment to see whether a test notices. */
export interface Mutant {
  /** What is wrong with the product then, in plain words. */
  name: string;
  changes: readonly MutantChange[];
  /** The files with the tests of which one must fail. */
  tests: readonly string[];
  /** The one test, by its name or a part of it; all of the files if left out. */
  only?: string;
  /** What must be found every time although it depends on who comes first: three runs. */
  isRace?: true;
  /** Noticed by requests to the built app alone. */
  needsBuild?: true;
}

export interface MutantChange {
  file: string;
  /** Stands in the file exactly once. */
  from: string;
  to: string;
}

/** What of a change can no longer be seeded, because the text changed meanwhile; null when all is well. */
export function misplaced({ file, from, to }: MutantChange, text: string | null): string | null {
  if (text === null) return `${file} is gone.`;
  const times = text.split(from).length - 1;
  if (times !== 1) return `${file} holds ${times} times: ${from}`;
  return from === to ? `${file} would stay as it is: ${from}` : null;
}
