export interface Outcome {
  /** One line that says what was looked at. */
  summary: string;
  /** What is wrong, each on a line of its own; none means that the check passed. */
  problems: string[];
}

export interface Check {
  name: string;
  run(): Promise<Outcome>;
}

export const root = process.cwd();

export const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
