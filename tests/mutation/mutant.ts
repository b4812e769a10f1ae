/** A realistic mistake that is temporarily inserted into the code to see whether a test fails. */
export interface Mutant {
  /** Says in plain words what is wrong in the mutated app. */
  name: string;
  changes: readonly MutantChange[];
  /** Test files of which at least one test must fail. */
  tests: readonly string[];
  /** Name of the only test to run, or a part of it. All tests of the files run if omitted. */
  only?: string;
  /** The defect depends on timing and must be detected in each of three runs. */
  isRace?: true;
  /** Only requests to the built app detect the defect. */
  needsBuild?: true;
}

export interface MutantChange {
  file: string;
  /** Text that occurs exactly once in the file. */
  from: string;
  to: string;
}

/** Returns why a change can no longer be applied, for example because the code has changed; null if it can. */
export function explainMismatch({ file, from, to }: MutantChange, text: string | null): string | null {
  if (text === null) return `${file} is gone.`;
  const times = text.split(from).length - 1;
  if (times !== 1) return `${file} holds ${times} times: ${from}`;
  return from === to ? `${file} would stay as it is: ${from}` : null;
}
