import pg from "pg";

/** A table in a backup. */
export interface SavedTable {
  /** Name with schema, such as `public.pets`. */
  name: string;
  /** Columns, without generated ones. */
  columns: string[];
  rows: number;
}

/** All tables of the app, and the job queue's tables that hold queues and jobs. */
const wanted = "(n.nspname = 'public' or (n.nspname = 'jobs' and c.relname in ('queue', 'job')))";

/** Opens a connection without statement timeout and with fixed output formats. */
export async function openConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "aleef-backup",
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined);
  await client.connect();
  await client.query(
    "set statement_timeout = 0; set time zone 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1",
  );
  return client;
}

/** Returns the tables with columns; `jobs.queue` precedes `jobs.job`, which references it. */
export async function listTables(client: pg.Client): Promise<Pick<SavedTable, "name" | "columns">[]> {
  const { rows } = await client.query<Pick<SavedTable, "name" | "columns">>(
    `select n.nspname || '.' || c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and ${wanted}
     order by n.nspname <> 'public', c.relname = 'job', c.relname`,
  );
  return rows;
}

/** A partition of a table; its rows are saved as part of the whole table. */
export interface SavedPart {
  name: string;
  of: string;
  /** Partition bounds as printed by PostgreSQL. */
  bounds: string;
}

/** Returns the partitions of the app's tables. */
export async function listPartitions(client: pg.Client): Promise<SavedPart[]> {
  const { rows } = await client.query<SavedPart>(
    `select n.nspname || '.' || c.relname as name, n.nspname || '.' || whole.relname as of,
       pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_inherits i on i.inhrelid = c.oid join pg_class whole on whole.oid = i.inhparent
     where c.relkind = 'r' and c.relispartition and n.nspname = 'public' order by 1`,
  );
  return rows;
}

const ranges = /^(DEFAULT|FOR VALUES FROM \('[^']*'\) TO \('[^']*'\))$/;

/** Creates missing partitions, so that each row is restored to the same partition. */
export async function createPartitions(client: pg.Client, parts: readonly SavedPart[]): Promise<void> {
  const known = new Set((await listPartitions(client)).map(({ name }) => name));
  for (const { name, of, bounds } of parts) {
    if (known.has(name)) continue;
    if (!ranges.test(bounds)) throw new Error(`The backup has unknown partition bounds for ${of}.`);
    await client.query(`create table ${escapeName(name)} partition of ${escapeName(of)} ${bounds}`);
  }
}

export const escapeName = (name: string) => name.split(".").map(pg.escapeIdentifier).join(".");

export const escapeColumns = (columns: readonly string[]) => columns.map(pg.escapeIdentifier).join(", ");

export async function getQueueVersion(client: pg.Client): Promise<number> {
  return (await client.query("select version from jobs.version")).rows[0].version;
}
