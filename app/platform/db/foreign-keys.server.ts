import type { Db } from "./connection/database.server.ts";

/**
 * Runs `work` in the caller's transaction without the app's foreign keys, or only without those that reference the
 * table `to`. They are recreated afterwards, which checks every row.
 */
export async function withForeignKeysDropped(
  client: Pick<Db["$client"], "query">,
  { to }: { to?: string },
  work: () => Promise<void>,
): Promise<void> {
  // Partitions inherit the keys of their table.
  const { rows: keys } = await client.query<Record<"table" | "name" | "definition", string>>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
       and ($1::text is null or confrelid = $1::regclass)`,
    [to ?? null],
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  await work();
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}
