/** One statement as PostgreSQL received it. */
export interface Statement {
  text: string;
  values: unknown[];
}
