import type { AppContext } from "#app/platform/app-context.server.ts";

/** Returns PostgreSQL's plan for each statement that `work` sends. */
export async function explainStatements({ pool }: AppContext, work: () => Promise<unknown>): Promise<string[]> {
  const sent: { text: string; values: unknown[] }[] = [];
  const real = pool.query;
  pool.query = ((query: { text: string }, values: unknown[]) => {
    sent.push({ text: query.text, values });
    return Reflect.apply(real, pool, [query, values]);
  }) as typeof pool.query;
  try {
    await work();
  } finally {
    pool.query = real;
  }
  const plans: string[] = [];
  for (const { text, values } of sent) {
    const { rows } = await pool.query(`explain ${text}`, values);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  }
  return plans;
}
