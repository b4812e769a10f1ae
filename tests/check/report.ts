export interface Outcome {
  /** One line that says what was checked. */
  summary: string;
  /** One line per problem; empty when the check passed. */
  problems: string[];
}

export interface Check {
  name: string;
  run(): Promise<Outcome>;
}

export const root = process.cwd();

export const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
