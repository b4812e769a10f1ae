import type { Db } from "../connection/database.server.ts";
import { withoutForeignKeys } from "../foreign-keys.server.ts";

type Client = Pick<Db["$client"], "query">;

interface Index {
  isUnique: boolean;
  drop: string;
  create: string;
}

/** Returns the app's indexes except primary keys; partitions inherit the indexes of their table. */
async function listIndexes(client: Client): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select i.indisunique or k.oid is not null as "isUnique",
       case when k.oid is null then format('drop index %s', i.indexrelid::regclass)
         else format('alter table %s drop constraint %I', i.indrelid::regclass, k.conname) end as drop,
       case when k.oid is null then replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
         else format('alter table %s add constraint %I %s', i.indrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
       end as create
     from pg_index i join pg_class c on c.oid = i.indexrelid
     left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('u', 'x')
     where c.relnamespace = 'public'::regnamespace and not c.relispartition and not i.indisprimary order by 2`,
  );
  return rows;
}

/**
 * Runs `load` in the caller's transaction without the app's indexes, foreign keys and triggers, and recreates them
 * afterwards: each index is built once instead of row by row, and references are checked by one query each. Throws an
 * error with the table and key if a referenced row is missing.
 */
export async function withBulkLoad(client: Client, load: () => Promise<void>): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select distinct t.tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`,
  );
  await client.query("set local maintenance_work_mem = '256MB'");
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  const indexes = await listIndexes(client);
  const create = async (isUnique: boolean) => {
    for (const index of indexes) if (index.isUnique === isUnique) await client.query(index.create);
  };
  try {
    await withoutForeignKeys(client, {}, async () => {
      for (const index of indexes) await client.query(index.drop);
      await load();
      // Unique indexes first, because foreign keys may depend on them.
      await create(true);
    });
  } catch (error) {
    const { code, table, detail } = error as { code?: string; table?: string; detail?: string };
    if (code !== "23503") throw error;
    throw new Error(`${table} references a row that does not exist: ${detail} Nothing was restored.`, { cause: error });
  }
  await create(false);
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
}
