import type pg from "pg";

/** Ignores counters that change with every request, and scans, which every request for a tag's page creates. */
const isLeftOut = (name: string) => name === "rate_limits" || name.startsWith("scan_records");

/**
 * Starts watching which of the app's tables change, row by row. Writing equal values or rolling back is not a change.
 * The returned function returns the tables changed since its last call.
 */
export async function noteWrites(pool: pg.Pool): Promise<() => Promise<string[]>> {
  const { rows } = await pool.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const watched = rows.map(({ name }) => name as string).filter((name) => !isLeftOut(name));
  const all = [
    "create schema watch; create unlogged table watch.noted (name text)",
    `create function watch.note() returns trigger language plpgsql security definer as
       $$ begin insert into watch.noted values (tg_table_name); return null; end $$`,
    ...watched.flatMap((name) => [
      `create trigger watch_rows after insert or delete on "${name}" for each row execute function watch.note()`,
      `create trigger watch_values after update on "${name}" for each row
         when (old.* is distinct from new.*) execute function watch.note()`,
    ]),
  ];
  await pool.query(all.join(";"));
  return async () => {
    const noted = await pool.query("delete from watch.noted returning name");
    return [...new Set(noted.rows.map(({ name }) => name as string))].sort();
  };
}
